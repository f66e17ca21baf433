"""The app's own routes: boards, pictures and news for pages that fetch, without Streamlit."""
