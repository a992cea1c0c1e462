#!/bin/sh
# Gathers what the image's root needs beside the product, in the folder $1: Node, the libraries it is linked with, the names of its user,
# and for each of those libraries what a scanner reads (the package's entry) and what its licence asks for (its copyright file).
set -eu
root=$1
node=$(command -v node)

mkdir -p "$root/usr/local/bin" "$root/etc" "$root/var/lib/dpkg/status.d" /empty
cp -L "$node" "$root/usr/local/bin/node"

# Lines of ldd are "name => path (address)", and the loader's "path (address)".
ldd "$node" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  cp -L --parents "$library" "$root"
  # Where /lib is a link into /usr, the package may know either name.
  package=$(dpkg-query --search "$library" "$(readlink -f "$library")" 2>/dev/null | head -n 1 | cut -d: -f1)
  dpkg-query --status "$package" >"$root/var/lib/dpkg/status.d/$package"
  cp -L --parents "/usr/share/doc/$package/copyright" "$root"
done

cp -L --parents /etc/debian_version /etc/os-release "$root"
echo 'fieldgraph:x:10001:10001::/data:/none' >"$root/etc/passwd"
echo 'fieldgraph:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
