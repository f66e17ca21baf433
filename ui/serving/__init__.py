"""What stands between the network and Streamlit: limits for strangers, headers, cookies; each a layer of its own."""
