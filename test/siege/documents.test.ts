import { holdShort } from './hold.ts';
import { combinationsOfConditions, distinctDocuments, hotPrograms } from './documents.ts';
import { distinctOperations } from './distinct-operations.ts';

holdShort(combinationsOfConditions, hotPrograms, distinctDocuments, distinctOperations);
