"""What stands between the network and Streamlit: bounds, headers, hosts, cookies; each a layer of its own."""
