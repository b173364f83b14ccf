import { paraphrasePairs } from './paraphrase-pairs.ts'

const [firsts, seconds] = [paraphrasePairs.map(([first]) => first), paraphrasePairs.map(([, second]) => second)]

/** 200 pairs of unrelated sentences, used to measure `similarityFloor`. */
export const unrelatedPairs: readonly (readonly [string, string])[] = firsts.flatMap((first, index) =>
  Array.from({ length: 10 }, (_, step): readonly [string, string] => [
    first,
    seconds[(index + step + 1) % seconds.length] ?? '',
  ]),
)
