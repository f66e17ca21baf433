"""The parts of a page that run in the browser, a folder each: Python, JavaScript, HTML and CSS side by side."""
