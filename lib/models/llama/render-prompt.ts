import { Template } from '@huggingface/jinja'
import type { Tool } from '#lib/contracts/api/chat-message.ts'
import { createMarkGuard, type PromptSegment } from './prompt-segments.ts'
import type { TemplateMessage } from './template-messages.ts'

export interface PromptInput {
  readonly messages: readonly TemplateMessage[]
  readonly tools: readonly Tool[]
  /** For reasoning models: false writes empty reasoning, so that they answer immediately. */
  readonly thinking: boolean
  /** Prefilled beginning of the answer. */
  readonly answerStart: string
}

export interface ChatTemplate {
  render(input: PromptInput): PromptSegment[]
}

/** The model's own Jinja template, from its file. */
export function createChatTemplate(source: string, marks: { bos: string; eos: string }): ChatTemplate {
  const template = new Template(source)
  return {
    render({ messages, tools, thinking, answerStart }) {
      const guard = createMarkGuard()
      const prompt = template.render({
        messages: guard.hide(messages),
        ...(tools.length > 0 && { tools: guard.hide(tools) }),
        add_generation_prompt: true,
        enable_thinking: thinking,
        bos_token: marks.bos,
        eos_token: marks.eos,
      })
      return guard.split(prompt + answerStart)
    },
  }
}
