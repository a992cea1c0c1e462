/** Compares the responses of two contestants: one that responds differently is not measured. */
import { isDeepStrictEqual } from 'node:util';
import type { Contestant } from '../contestants.ts';
import type { Question } from '../workloads.ts';
import { Caller, postOf, textOf } from './caller.ts';

/** Sends one request. Returns the response in the shape of our graph, or undefined if the contestant has none to compare. */
export async function answerTo(
  question: Question,
  url: URL,
  { answerOf, refusal, ...contestant }: Contestant,
  authorization?: string,
): Promise<unknown> {
  const caller = new Caller(url);
  try {
    const reply = await caller.send(requestOf(contestant, url, question, authorization));
    const text = textOf(reply);
    if (refusal !== undefined && reply.status === 400 && text.includes(`"code":"${refusal}"`)) return undefined;
    if (reply.status !== 200) throw new Error(`Status ${reply.status}: ${text.slice(0, 600)}`);
    if (answerOf === 'none') return undefined;
    const answer = JSON.parse(text) as { errors?: unknown };
    if (answer.errors) throw new Error(`Errors: ${JSON.stringify(answer.errors).slice(0, 600)}`);
    return answerOf ? answerOf(question, answer) : answer;
  } finally {
    caller.close();
  }
}

/** Returns the bytes of a request to a contestant. */
export function requestOf(
  contestant: Pick<Contestant, 'bodyOf' | 'requestOf'>,
  url: URL,
  question: Question,
  authorization: string | undefined,
): string {
  if (contestant.requestOf) return contestant.requestOf(url, question, authorization);
  return postOf(url, contestant.bodyOf?.(question) ?? JSON.stringify(question), authorization);
}

/** Returns the first difference of two responses, as a path and both values. Undefined if they are equal. */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(expected, actual)) return undefined;
  if (isContainer(expected) && isContainer(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const difference = firstDifference(expected[key], actual[key], `${path}.${key}`);
      if (difference) return difference;
    }
  }
  return `${path || 'the answer'}: ${show(expected)} expected, ${show(actual)} came`;
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const show = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 200);
