import type { Usage } from '#lib/contracts/usage.ts'

/** Nothing used yet, with the details that clients read. */
export const noUsage: Usage = {
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0, text_tokens: 0, image_tokens: 0 },
  completion_tokens_details: { text_tokens: 0, audio_tokens: 0, reasoning_tokens: 0 },
}

/** What two calls used together; a call without details read and wrote text. */
export function sumUsage(one: Usage, other: Usage): Usage {
  const prompt = sumPrompt(one, other)
  const completion = sumCompletion(one, other)
  const cost = (one.cost ?? 0) + (other.cost ?? 0)
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    prompt_tokens_details: prompt,
    completion_tokens_details: completion,
    ...((one.cost !== undefined || other.cost !== undefined) && { cost }),
  }
}

function sumPrompt(one: Usage, other: Usage): NonNullable<Usage['prompt_tokens_details']> {
  const [left, right] = [one, other].map(
    ({ prompt_tokens, prompt_tokens_details: details }) => details ?? { text_tokens: prompt_tokens },
  )
  const sum = (name: 'cached_tokens' | 'audio_tokens' | 'text_tokens' | 'image_tokens'): number =>
    (left?.[name] ?? 0) + (right?.[name] ?? 0)
  return {
    cached_tokens: sum('cached_tokens'),
    audio_tokens: sum('audio_tokens'),
    text_tokens: sum('text_tokens'),
    image_tokens: sum('image_tokens'),
  }
}

function sumCompletion(one: Usage, other: Usage): NonNullable<Usage['completion_tokens_details']> {
  const [left, right] = [one, other].map(
    ({ completion_tokens, completion_tokens_details: details }) =>
      details ?? { text_tokens: completion_tokens },
  )
  const sum = (name: 'text_tokens' | 'audio_tokens' | 'reasoning_tokens'): number =>
    (left?.[name] ?? 0) + (right?.[name] ?? 0)
  return {
    text_tokens: sum('text_tokens'),
    audio_tokens: sum('audio_tokens'),
    reasoning_tokens: sum('reasoning_tokens'),
  }
}
