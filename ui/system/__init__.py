"""What differs between operating systems, and between the ways this program is installed; each in one module."""
