#!/bin/sh
# Copies what the image needs besides the product to the folder $1: Node, the libraries that it is linked with, and the names of its user.
# For each library it adds the entry of the package, which scanners read, and the copyright file, which the licence requires.
set -eu
root=$1
node=$(command -v node)

mkdir -p "$root/usr/local/bin" "$root/etc" "$root/var/lib/dpkg/status.d" /empty
cp -L "$node" "$root/usr/local/bin/node"

# ldd prints "name => path (address)", and "path (address)" for the loader.
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
