import type { Usage } from '#lib/contracts/api/usage.ts'

/** Combined tokens of two calls; one without details used only text. */
export function sumUsage(one: Usage, other: Usage): Usage {
  const prompt = sumPrompt(one, other)
  const completion = sumCompletion(one, other)
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    prompt_tokens_details: prompt,
    completion_tokens_details: completion,
  }
}

type PromptDetail =
  | 'cached_tokens'
  | 'cache_write_tokens'
  | 'cache_write_long_tokens'
  | 'audio_tokens'
  | 'text_tokens'
  | 'image_tokens'

function sumPrompt(one: Usage, other: Usage): NonNullable<Usage['prompt_tokens_details']> {
  const [left, right] = [one, other].map(
    ({ prompt_tokens, prompt_tokens_details: details }) => details ?? { text_tokens: prompt_tokens },
  )
  const sum = (name: PromptDetail): number => (left?.[name] ?? 0) + (right?.[name] ?? 0)
  const written = sum('cache_write_tokens')
  const writtenLong = sum('cache_write_long_tokens')
  return {
    ...(written > 0 && { cache_write_tokens: written }),
    ...(writtenLong > 0 && { cache_write_long_tokens: writtenLong }),
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
