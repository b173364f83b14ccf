import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { AnswerEvent } from '#lib/models/answer/answer-event.ts'
import type { ChatRunner, LoadChatRunner, PromptReading } from '#lib/models/llama/chat-runner.ts'

/** A pause in milliseconds, progress of the prompt, or an event. */
export type Step = AnswerEvent | PromptReading | number | Error

export interface ScriptedEngine {
  readonly loadChat: LoadChatRunner
  readonly asked: ChatRequest[]
  readonly aborted: number
}

export const finish: Extract<AnswerEvent, { type: 'finish' }> = {
  type: 'finish',
  reason: 'stop',
  usage: { promptTokens: 7, cachedTokens: 3, completionTokens: 2, reasoningTokens: 0 },
}

export function text(...words: readonly string[]): AnswerEvent[] {
  return words.map(word => ({ type: 'text', text: word, logprobs: [] }))
}

/** An engine that returns the nth script for the nth call, and the last one from then on. */
export function createScriptedEngine(...scripts: readonly (readonly Step[])[]): ScriptedEngine {
  const asked: ChatRequest[] = []
  let aborted = 0
  const runner: ChatRunner = {
    contextTokens: 4096,
    parallel: 1,
    promptTokensPerSecond: 123,
    async *answer(request, { signal, onReading }) {
      asked.push(request)
      for (const step of scripts[Math.min(asked.length, scripts.length) - 1] ?? []) {
        if (step instanceof Error) throw step
        if (typeof step === 'object' && 'readTokens' in step) onReading?.(step)
        else if (typeof step !== 'number') yield step
        else
          await sleep(step, undefined, { signal }).catch((error: unknown) => {
            aborted += 1
            throw error
          })
      }
    },
    countTokens: async ({ messages }) => messages.length,
    dispose: async () => undefined,
  }
  return {
    loadChat: async () => runner,
    asked,
    get aborted() {
      return aborted
    },
  }
}
