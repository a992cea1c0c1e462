/** Short texts in one line. Each is isolated: the service may send any script, and its direction must not move the others. */
export function Facts({ facts }: { facts: readonly string[] }) {
  return facts.map((fact, at) => (
    <>
      {at > 0 && ' · '}
      <bdi>{fact}</bdi>
    </>
  ));
}
