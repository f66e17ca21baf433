"""Pictures that no table has are fetched by a name that a page was given, and by phones of ours alone."""

from __future__ import annotations

from tests.ui.api.test_files import asked
from ui.photos.pictures import ShownPictures, address

JPEG = b"\xff\xd8 a picture"


def test_a_picture_is_there_at_the_address_that_its_page_was_given() -> None:
    there = asked(address(JPEG))

    assert (there.status, there.said) == (200, JPEG)


def test_a_picture_is_shown_to_no_stranger_and_by_no_other_name() -> None:
    known = address(JPEG)

    assert asked(known, phone="").status == 403
    assert asked(known.replace(".jpg", "0.jpg")).status == 404


def test_what_was_shown_longest_ago_makes_room() -> None:
    shown = ShownPictures(250)
    first, second = shown.show(b"1" * 100), shown.show(b"2" * 100)
    assert shown.show(b"1" * 100) == first  # again, which makes it the newer one

    third = shown.show(b"3" * 100)

    assert (shown.find(first), shown.find(second), shown.find(third)) == (b"1" * 100, None, b"3" * 100)
