"""The app's own routes: boards, pictures and events for pages that fetch and listen, without Streamlit."""
