import type { Tool } from '#lib/contracts/api/chat-message.ts'
import type { TemplateMessage } from '#lib/models/llama/template-messages.ts'
import type { AnswerPlan } from './plan-answer.ts'

const messagesMax = 3
const messageCharsMax = 1000

/**
 * A conversation that shows whether the last message needs a tool: small models begin a call for any message, a
 * greeting included, unless they have seen a greeting and small tasks that were answered, and a request that was called.
 * @returns null where nothing has to be decided: no choice, or the last message is no user's; and for many tools
 */
export function toNeedProbe(
  { calls, grammar, tools }: Pick<AnswerPlan, 'calls' | 'grammar' | 'tools'>,
  messages: readonly TemplateMessage[],
): TemplateMessage[] | null {
  const [tool] = tools
  if (calls !== 'read' || grammar !== null || tool === undefined || messages.at(-1)?.role !== 'user')
    return null
  if (!isWorthProbing(tools)) return null
  const texts = messages.filter(
    ({ role, content, tool_calls: called }) =>
      (role === 'user' || role === 'assistant') && content !== '' && called === undefined,
  )
  const recent = texts
    .slice(-messagesMax)
    .map(({ role, content }) => ({ role, content: content.slice(-messageCharsMax) }))
  return [...answered, ...calledWith(tool), ...recent]
}

// About 2,000 tokens.
const toolsCharsMax = 8000

/** The probe reads the tools once more, which takes a minute for the tools of an agent. */
function isWorthProbing(tools: readonly Tool[]): boolean {
  return JSON.stringify(tools).length <= toolsCharsMax
}

/** A possible next token after the probe. */
export interface NextText {
  readonly text: string
  readonly probability: number
}

// Measured with `npm run bench tools`.
const callProbabilityMin = 0.02

/** Whether the message may need a tool. A fence may also begin code that was asked for; then no call follows. */
export function isCallLikely(next: readonly NextText[]): boolean {
  const calls = next.filter(({ text }) => /^\s*(?:<tool_call>|<tool|<$|\{|```)/u.test(text))
  return calls.reduce((sum, { probability }) => sum + probability, 0) >= callProbabilityMin
}

/** After the probe, the beginning of a call up to the name of its tool. */
export const callStart = '<tool_call>\n{"name": "'

/** The likeliest tool first, because small models prefer the first one; else in the given order. */
export function sortByName(tools: readonly Tool[], next: readonly NextText[]): Tool[] {
  const likelihoodOf = ({ function: { name } }: Tool): number =>
    next.reduce(
      (sum, { text, probability }) => (text !== '' && name.startsWith(text) ? sum + probability : sum),
      0,
    )
  return tools.toSorted((one, other) => likelihoodOf(other) - likelihoodOf(one))
}

const answered: readonly TemplateMessage[] = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello! How can I help you?' },
  { role: 'user', content: 'Translate "thank you" into French.' },
  { role: 'assistant', content: 'Merci.' },
  { role: 'user', content: 'What is 3 times 4?' },
  { role: 'assistant', content: '12' },
]

function calledWith({ function: { name, description, parameters } }: Tool): TemplateMessage[] {
  return [
    { role: 'user', content: `${description ?? name}: example` },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ type: 'function', function: { name, arguments: toExample(parameters) } }],
    },
    { role: 'tool', content: 'ok' },
    { role: 'assistant', content: 'Done.' },
  ]
}

function toExample(parameters: Tool['function']['parameters']): Record<string, unknown> {
  const properties = parameters?.['properties']
  if (typeof properties !== 'object' || properties === null) return {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isText(schema) ? 'example' : 1]),
  )
}

function isText(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string'
}
