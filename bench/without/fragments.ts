/** Every text made again. */
import { Fragment, type Fragments as Original } from '../../src/graph/execution/fragments.ts';

export { Fragment };

export class Fragments {
  of: Original['of'] = (_bytes, _projection, make) => new Fragment(make());
}
