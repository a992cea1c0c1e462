import { holdShort } from './hold.ts';
import { logReader } from './log-reader.ts';
import { stopping } from './stopping.ts';
import { unreadAnswers } from './unread-answers.ts';

holdShort(unreadAnswers, logReader, stopping);
