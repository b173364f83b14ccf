import type { AttemptOptions } from '#lib/engines/attempt-options.ts'
import type { ModelUpstream } from '#lib/engines/model-upstream.ts'
import { openBody, parseAnswer, readAnswer, unreadable } from '#lib/engines/open-answer.ts'
import { ApiError } from '#lib/errors.ts'
import { readTranscript } from './read-transcript.ts'
import { toSpeechForm } from './speech-form.ts'
import type { SpeechAnswer, SpeechModel, SpeechQuestion } from './speech-model.ts'

type Format = 'verbose_json' | 'json'

// Documented to take nothing else.
const plainModels = /^gpt-4o-(mini-)?transcribe/

/**
 * A model behind OpenAI's `/audio/transcriptions`. Times are asked for; a server that refuses to tell them is asked
 * for the text alone, and remembered.
 */
export function createTranscriber(upstream: ModelUpstream): SpeechModel {
  let format: Format = plainModels.test(upstream.modelId) ? 'json' : 'verbose_json'
  return {
    providerId: upstream.providerId,
    modelId: upstream.modelId,
    embedded: upstream.local,
    async transcribe(question, options) {
      if (format === 'json') return await ask(upstream, question, 'json', options)
      try {
        return await ask(upstream, question, 'verbose_json', options)
      } catch (error) {
        if (!refusesFormat(error)) throw error
        const answer = await ask(upstream, question, 'json', options)
        format = 'json'
        return answer
      }
    },
  }
}

async function ask(
  upstream: ModelUpstream,
  question: SpeechQuestion,
  format: Format,
  options: AttemptOptions,
): Promise<SpeechAnswer> {
  const { language, prompt, temperature } = question
  const form = toSpeechForm(question, {
    model: upstream.modelId,
    response_format: format,
    ...(language !== null && { language }),
    ...(typeof prompt === 'string' && prompt !== '' && { prompt }),
    ...(typeof temperature === 'number' && { temperature: String(temperature) }),
  })
  const response = await openBody(upstream, '/audio/transcriptions', form, options, 'whole')
  const text = await readAnswer(upstream, response, options)
  const answer = readTranscript(parseAnswer(upstream, text))
  if (answer === null) throw unreadable(upstream, text)
  return answer
}

function refusesFormat(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status === 400 && /response_format|verbose_json/.test(error.message)
  )
}
