"""Keys and join codes of tables, and checksums of stored texts.

A key has 130 random bits and opens the table as long as it is there. A code has 25 bits (three syllables of 14
consonants and 5 vowels, two digits: 34 million), so it opens the table only while it is fresh, and each wrong one makes
its network wait longer (``ui.serving.rate_limiter``). All networks together have 1,500 wrong codes in three hours, so
that one of 12 fresh tables is hit with a chance of 1500 * 12 / 34,300,000, or 1 in 1,905, however many addresses try.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string

CONSONANTS, VOWELS, DIGITS = "BDGHJKLMNPRSTV", "AEIOU", "0123456789"
SYLLABLES = 3
FRESH = 3 * 3600  # seconds that a code opens a table after it was last shown
KEY_LENGTH = 22
CHECKSUM_LENGTH = 16  # characters
MOST_NUMBER = 2**31 - 1  # what a column of whole numbers holds in PostgreSQL
_CODE = re.compile(f"((?:[{CONSONANTS}][{VOWELS}]){{{SYLLABLES}}})([0-9]{{2}})")
_SIGNS = string.ascii_letters + string.digits  # no dash: a command would take a key that begins with one for an option
_KEY = re.compile(f"[A-Za-z0-9]{{{KEY_LENGTH}}}")


def new_key() -> str:
    """Create an unguessable key, safe in an address."""
    return "".join(secrets.choice(_SIGNS) for _ in range(KEY_LENGTH))


def new_number() -> int:
    """Create the number of a new table; numbers of deleted tables are not reused."""
    return secrets.randbelow(MOST_NUMBER) + 1


def is_key(text: str) -> bool:
    return bool(_KEY.fullmatch(text))


def new_code() -> str:
    """Create a join code to say aloud: ``KOBALU-47``."""
    syllables = "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(SYLLABLES))
    return f"{syllables}-{secrets.choice(DIGITS)}{secrets.choice(DIGITS)}"


def code_in(typed: str) -> str | None:
    """Parse a typed join code, ignoring case and separators; None if it is none."""
    match = _CODE.fullmatch(re.sub(r"[\W_]+", "", typed[:40]).upper())
    return f"{match[1]}-{match[2]}" if match else None


def hash_key(phone: str) -> str:
    """Hash a phone's key for the database, so that a reader of it cannot impersonate the phone."""
    return hashlib.sha256(phone.encode()).hexdigest()


def lock_number(phone: str) -> int:
    """Return the number of a phone's advisory lock in PostgreSQL, a signed integer of 32 bits."""
    return int.from_bytes(hashlib.sha256(phone.encode()).digest()[:4], signed=True)


def checksum(text: str) -> str:
    """Return the checksum stored beside a text, to detect corruption."""
    return hashlib.blake2b(text.encode(), digest_size=CHECKSUM_LENGTH // 2).hexdigest()
