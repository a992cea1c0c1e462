import { holdShort } from './hold.ts';
import { overload } from './overload.ts';

holdShort(overload);
