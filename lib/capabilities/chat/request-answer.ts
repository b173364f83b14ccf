import type { PlainTargets } from '#lib/capabilities/plain-targets.ts'
import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { assembleAnswer } from './assemble-answer.ts'

/** One attempt at a complete response. */
export interface AnswerAttempt {
  readonly target: ChatTarget
  readonly request: ChatRequest
  readonly options: AttemptOptions
  /** Whether another target remains. */
  readonly hasNext: () => boolean
}

/**
 * The complete response. While another target remains it is assembled from a stream, so that a silent provider is
 * noticed by `firstEventMs` and `idleMs` and not by `plainMs`. To the last target nothing is gained by that, and reading
 * a stream takes several times the CPU of one piece.
 */
export function requestAnswer(attempt: AnswerAttempt, plainTargets: PlainTargets): Promise<ChatCompletion> {
  const { target, request, options, hasNext } = attempt
  if (canAssemble(request, target, plainTargets) && (target.assemble === 'always' || hasNext())) {
    return requestAssembled(attempt, plainTargets)
  }
  return target.model.generate(request, options)
}

async function requestAssembled(
  { target, request, options }: AnswerAttempt,
  plainTargets: PlainTargets,
): Promise<ChatCompletion> {
  try {
    const answer = await assembleAnswer(target.model.stream(request, options))
    // Its tokens had to be counted here.
    if (answer.usage.total_tokens === 0) plainTargets.add(target)
    return answer
  } catch (error) {
    if (!plainTargets.learn(target, error)) throw error
    return await target.model.generate(request, options)
  }
}

/** Whether a stream would carry everything that the client may expect. */
function canAssemble(request: ChatRequest, target: ChatTarget, plainTargets: PlainTargets): boolean {
  if (target.assemble === 'never') return false
  // Some servers stream only one choice or no audio, and none streams the log probabilities of the prompt.
  if ((request.n ?? 1) > 1 || plainFields.some(field => isSet(request[field]))) return false
  return !plainTargets.has(target)
}

const plainFields = ['audio', 'prompt_logprobs', 'echo'] as const

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}
