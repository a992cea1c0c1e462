# Varnish as a cache in front of the graph. It stores responses that the gateway marks as public, for as long as the gateway says, and passes
# on all others: docs/caching.md. `http_req_hdr_len` is for the cursors of live changes: their header may exceed Varnish's 8 KiB.
#
#   varnishd -F -a :8000 -f $PWD/deploy/varnish.vcl -s malloc,1g -p http_req_hdr_len=16k
#
# With TLS, put a proxy in front that terminates it, and let it send the caller's address by the PROXY protocol (HAProxy: `send-proxy-v2` at
# `server`; hitch: `write-proxy-v2 = on`). Otherwise all callers count as one address.
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
  # Responses vary by Accept, which clients write in many equivalent ways: one form of each avoids storing a response for each. Clients of
  # /mcp and of streams need theirs unchanged. urql lists event streams last, with each query.
  if (req.http.Accept ~ "^application/graphql-response\+json\s*(,|$)") {
    set req.http.Accept = "application/graphql-response+json";
  } elsif (req.http.Accept ~ "text/event-stream") {
    return (pass);
  } elsif (!req.http.Accept || req.http.Accept == "*/*" || req.http.Accept ~ "^application/json\s*(,|$)") {
    set req.http.Accept = "application/json";
  }
  # The built-in rules follow. They pass on requests with a key or a cookie, and each POST.
}

sub vcl_backend_response {
  # Fresh for exactly as long as the gateway says. Then Varnish revalidates by the ETag.
  set beresp.grace = 0s;
  set beresp.keep = 1h;
  # By default, Varnish stores a response without Cache-Control for two minutes. Those of the gateway have one.
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
