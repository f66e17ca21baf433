"""Values as SVG, HTML, PNG and text."""
