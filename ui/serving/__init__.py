"""Middleware between the network and Streamlit: limits, headers, hosts, cookies, one layer each."""
