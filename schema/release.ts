/** `npm run release`: the present graph becomes the released one. Nothing is committed, tagged or published here. */
import { ReleaseRefusal, files, release } from './releases/release.ts';

try {
  const version = await release(new URL('../', import.meta.url), new Date().toISOString().slice(0, 10));
  console.log(`${version} is written. Look at ${files.changelog}, then:`);
  console.log(`  git add -A && git commit -m "Release ${version}" && git tag v${version}`);
} catch (error) {
  if (!(error instanceof ReleaseRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
