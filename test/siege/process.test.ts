import { holdShort } from './hold.ts';
import { logReader } from './log-reader.ts';
import { stopping } from './stopping.ts';
import { unreadAnswers, unreadResults } from './unread-answers.ts';

holdShort(unreadAnswers, unreadResults, logReader, stopping);
