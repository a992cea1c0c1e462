import { holdShort } from './hold.ts';
import { dearDocuments } from './dear-documents.ts';
import { overload } from './overload.ts';

holdShort(overload, dearDocuments);
