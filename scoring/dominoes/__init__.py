"""What can be laid with the dominoes of a box: legality, the nearest legal kingdom, dominoes that kingdoms share.

``ground`` is a kingdom as the exact cover search of ``iterate_tilings`` sees it.
"""
