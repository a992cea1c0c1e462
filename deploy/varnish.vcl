# Varnish as a cache before the graph: it keeps what the gateway calls public, for as long as the gateway says, and leads the rest through.
# What is kept and why: docs/caching.md.
# The parameter is for the cursors of live changes: a header may be longer than Varnish's 8 KiB.
#
#   varnishd -F -a :8000 -f $PWD/deploy/varnish.vcl -s malloc,1g -p http_req_hdr_len=16k
#
# With TLS, which ends in a proxy before it: that proxy sends the caller's address by the PROXY protocol, or all callers would share its own
# (HAProxy: `send-proxy-v2` at `server`; hitch: `write-proxy-v2 = on`).
#
#   varnishd -F -a 127.0.0.1:8000,PROXY -f $PWD/deploy/varnish.vcl -s malloc,1g -p http_req_hdr_len=16k

vcl 4.1;

backend default {
  .host = "127.0.0.1";
  .port = "4000";
  # An operation takes DEADLINE_MS at most.
  .first_byte_timeout = 15s;
  # A stream of live changes has a comment each 12 seconds.
  .between_bytes_timeout = 30s;
}

sub vcl_recv {
  # Answers vary by Accept, which clients write in many ways that mean the same: each way would be kept by itself. Clients of /mcp and of
  # streams need theirs. urql names streams with each query, last.
  if (req.http.Accept ~ "^application/graphql-response\+json\s*(,|$)") {
    set req.http.Accept = "application/graphql-response+json";
  } elsif (req.http.Accept ~ "text/event-stream") {
    return (pass);
  } elsif (!req.http.Accept || req.http.Accept == "*/*" || req.http.Accept ~ "^application/json\s*(,|$)") {
    set req.http.Accept = "application/json";
  }
  # The built-in rules follow: a request with a key or a cookie, and any POST, is led through.
}

sub vcl_backend_response {
  # Not a moment longer than the gateway says; then it is asked by its ETag whether it still holds.
  set beresp.grace = 0s;
  set beresp.keep = 1h;
  # By default Varnish stores what says nothing for two minutes: a response that is not the gateway's.
  if (!beresp.http.Cache-Control) {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
}
