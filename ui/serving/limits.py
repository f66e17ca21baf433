"""How much any one connection, address, or all of them together may ask of this server; each with what it rests on.

An address is a phone in the room, or all of a house behind one router. Behind a proxy named with ``--proxy`` it is the
phone's own; of IPv6 its first 64 bits count. ``deploy/README.md`` repeats the values.
"""

from __future__ import annotations

from ui.settings import is_trial

# --- Messages of a page

MESSAGES_PER_SECOND = 5.0  # of one connection, lasting; quick fingers that turn pages, while squares go by requests
MESSAGES_AT_ONCE = 30.0  # of one connection before that holds; ten pages turned as fast as one can
ADDRESS_MESSAGES_PER_SECOND = 60.0  # of one address; 40 phones behind one router that watch and tap
ADDRESS_MESSAGES_AT_ONCE = 240.0  # of one address; a room that reloads its pages in the same second
RUN_MESSAGES = 3.0  # that a run of the page counts for; others ask for a little
MESSAGES_WAITING = 100  # of one connection beyond its budget, later ones delayed; one more is a flood, and closed
WAITING_BYTES = 200_000  # of one connection's messages; a hundred of the largest usual ones; beyond, it is closed
ADDRESS_WAITING_BYTES = 2_000_000  # of the messages of one address; a hall that reloads has 700,000; beyond, closed
ALL_WAITING_BYTES = 8_000_000  # of all messages; beyond, nothing more is read
MESSAGE_BYTES = 16_384  # of one message, refused by its header; the largest of 725 in the browser tests had 1,312
MESSAGE_FIELDS = 300  # of one message with its widgets, counted before it is parsed, when each takes 100 bytes
READ_BYTES = 1_024  # of a websocket's data at a time; 170 empty frames, 5 ms to take apart
FRAMES_PER_SECOND = 20.0  # of one connection, whatever they say, pings too; a browser sends a frame for a message
FRAMES_AT_ONCE = 200.0  # of one connection before that holds; beyond, it is closed
ADDRESS_FRAMES_PER_SECOND = 200.0  # of one address; 50 phones behind one router that turn pages
ADDRESS_FRAMES_AT_ONCE = 2_000.0  # of one address before that holds; 75 phones that come back, of each 25 frames
RUNS_AT_ONCE = 8  # of pages, in turns; some of them wait for the disk, and Python runs one thread at a time
RUN_SECONDS = 0.25  # after which a turn is over; a run takes 0.01 to 0.1, while a photo is read some seconds
USUAL_TURNS = 20.0  # of a phone at a table in ten seconds; beyond, it is last, with strangers; one that plays has five
LAST_RUN_SECONDS = 1.0  # for those who are last: on a busy machine runs of a flood would pile up otherwise

# --- Edits of boards

EDITS_PER_SECOND = 8.0  # requests of one phone, lasting; it sends the next when the last is answered, with all since
EDITS_AT_ONCE = 40.0  # of one phone before that holds; 30 squares set as fast as one can, each answered at once
ADDRESS_EDITS_PER_SECOND = 60.0  # of one address; 40 phones behind one router that all tap
ADDRESS_EDITS_AT_ONCE = 240.0  # of one address before that holds; a room that comes back with what waited
EDIT_BYTES = 65_536  # of one request; 500 squares set one after the other are 40,000
EDIT_SECONDS = 10.0  # for all of one request's body

# --- Connections

HEADER_SECONDS = 10.0  # from a connection, or an answer on it, to the end of the next request's headers
HEADER_BYTES = 32_768  # of a request; Chromium sends 770 with our cookies
PATH_LENGTH = 2_000  # characters; ours have 100
UNHEARD_SECONDS = 30.0  # for which nothing of an answer is taken; the largest file takes 12 at 1 Mbit/s
PING_SECONDS = 30  # between two pings to a page; one that does not answer for as long is gone
LEAVING_SECONDS = 3  # that pages have to go when the server is stopped
BEAT_SECONDS = 1.0  # between two events to a page that listens; it takes 2.5 s of silence for being offline
LOOK_SECONDS = 0.05  # between two looks at the versions of all tables shown, however often something changes
LISTENING_SECONDS = 300.0  # for all events of one stream; a page opens the next at once, one that is gone does not
IDLE_SECONDS = 5  # that a connection is kept for the next request; a page's files come within one
ADDRESS_CONNECTIONS = 220  # of one address once half of all are taken; a browser opens six at a time and keeps two
CONNECTIONS = 900  # of all; at 4 descriptors each, within the 4,096 that DESCRIPTORS asks for
ADDRESS_PAGES = 64  # of one address once half of all are open, and as many that listen; 50 phones at one router
PAGES = 300  # open pages of all, and as many that listen; 100 phones fill a core, a broken network leaves each twice
FEW_CONNECTIONS = 6  # of one address, or of each phone at a table, once three quarters are taken; a browser opens six
FEW_PAGES = 2  # in the same way; a broken network leaves a page open twice
ADDRESS_SEATED = 40  # phones of one address that count as being at a table; a hall behind one router
SEATED_SECONDS = 7_200.0  # since a phone was seen at a table, for which it counts; an evening with pauses
ADDRESS_PAGES_PER_SECOND = 2.0  # opened from one address, lasting; a page is opened anew once in some minutes
ADDRESS_PAGES_AT_ONCE = 160.0  # before that holds; a hall behind one router that comes back after a restart
ADDRESS_STREAMS_PER_SECOND = 20.0  # pages that begin to listen, from one address, lasting; 50 phones that lose it often
ADDRESS_STREAMS_AT_ONCE = 300.0  # before that holds; 50 phones that come back, each of some pages
ADDRESS_REQUESTS_PER_SECOND = 100.0  # by HTTP from one address, lasting; a page opened anew every second
ADDRESS_REQUESTS_AT_ONCE = 5_000.0  # before that holds; a page loads 94 files, 50 phones behind one router 4,700
STRANGERS_AT_ONCE = 4  # requests that begin, of all addresses with nobody at a table; each takes 2 ms
DESCRIPTORS = 4_096  # asked of the system at the start; a page takes four, 128 of sleeping phones three each

# --- Uploads

PHONE_UPLOAD_BYTES = 82_000_000  # of one phone on their way: two of the largest
ADDRESS_UPLOAD_BYTES = 82_000_000  # of one address, on their way or unread, until half of all are
FEW_UPLOAD_BYTES = 20_000_000  # of one address from then on; one photo of any phone, or 28 as pages send them
UPLOADS_BYTES = 200_000_000  # of all on their way or unread; 50 photos as pages send them are 35 MB, whole ones 200
UPLOAD_SILENCE_SECONDS = 20.0  # between two parts of an upload
UPLOAD_SECONDS = 300.0  # for all of one; 40 MB at 1 Mbit/s

# --- Wrong codes, photos

FREE_GUESSES = 3  # wrong codes of an address after which it waits; two that cost nothing: misheard, mistyped
FIRST_WAIT_SECONDS = 60.0  # after the third; every further one costs WAIT_GROWS times as long
WAIT_GROWS = 4.0  # times
LONGEST_WAIT_SECONDS = 10_800.0  # three hours, as long as a code is fresh: at most 7 guesses of an address in that time
ADDRESS_PHOTOS = 100  # of one address in PHOTO_SECONDS; 48 tables behind one router, of each a photo and another
PHOTOS = 2_000  # of all in PHOTO_SECONDS
PHOTO_SECONDS = 600.0  # ten minutes, in which somebody sends a photo or two

# --- Tables, games

ADDRESS_TABLES = 120  # new ones of one address in HOUR; a hall of 48 tables behind one router, twice
NEW_TABLES = 2_000  # new ones of all in HOUR
ADDRESS_GAMES = 15_000  # from files, of one address in HOUR; the largest file has 10,000
IMPORTED_GAMES = 60_000  # from files, of all in HOUR
TABLE_GAMES = 20_000  # of one table, with those from files; of one game an evening, those of 54 years
HOUR = 3_600.0  # seconds
GAMES_AT_ONCE = 100  # of a file between two others who write; 0.1 s
PART_SECONDS = 0.1  # that others have to write then; SQLite has who waits look again after as long

# --- The log

LOG_LINES = 20  # of one kind in LOG_SECONDS; what more there was is one number
LOG_SECONDS = 60.0  # in which a person who reads along sees that it goes on

# --- A trial, on a machine that is lent and has a gigabyte

if is_trial():
    PAGES, CONNECTIONS = 100, 300  # 120 MB of pages
    UPLOADS_BYTES = 82_000_000  # two of the largest
