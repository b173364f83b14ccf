import type { ChatChunk, ChatCompletion } from '#lib/contracts/chat.ts'

/** A plain answer as the chunks of a stream, for servers that can only, or will only, answer at once. */
export function toChunks(completion: ChatCompletion): ChatChunk[] {
  const { choices, usage, object: _object, ...head } = completion
  const chunk = (choice: ChatChunk['choices'][number]): ChatChunk => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [choice],
  })
  const chunks = choices.flatMap(({ message, finish_reason, logprobs, index }) => {
    const { tool_calls: calls, ...rest } = message
    const said = chunk({ index, delta: rest, logprobs, finish_reason: null })
    const called = calls?.map((call, position) =>
      chunk({
        index,
        delta: { tool_calls: [{ ...call, index: position }] },
        logprobs: null,
        finish_reason: null,
      }),
    )
    return [said, ...(called ?? []), chunk({ index, delta: {}, logprobs: null, finish_reason })]
  })
  return [...chunks, { ...head, object: 'chat.completion.chunk', choices: [], usage }]
}
