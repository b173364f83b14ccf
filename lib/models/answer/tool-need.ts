import type { Tool } from '#lib/contracts/api/chat-message.ts'
import type { TemplateMessage } from '#lib/models/llama/template-messages.ts'
import type { AnswerPlan } from './plan-answer.ts'

const messagesMax = 3
const messageCharsMax = 1000

/**
 * How a chat model shows whether a message needs a tool; measured for each. `call`: it begins a call after a few
 * examples. `yes_no`: it answers "yes".
 */
export type NeedProbeKind = 'call' | 'yes_no'

/** A conversation that shows whether the last message needs a tool. */
export interface NeedProbe {
  readonly kind: NeedProbeKind
  readonly messages: readonly TemplateMessage[]
  /** For the template. */
  readonly tools: readonly Tool[]
}

/**
 * Small models begin a call for any message, a greeting included, unless they have seen a greeting and small tasks that
 * were answered, and a request that was called.
 * @returns null where nothing has to be decided: no choice, or the last message is no user's; and for many tools
 */
export function toNeedProbe(
  { calls, grammar, tools }: Pick<AnswerPlan, 'calls' | 'grammar' | 'tools'>,
  messages: readonly TemplateMessage[],
  kind: NeedProbeKind,
): NeedProbe | null {
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
  switch (kind) {
    case 'call':
      return { kind, tools, messages: [...answered, ...calledWith(tool), ...recent] }
    case 'yes_no':
      return {
        kind,
        tools: [],
        messages: [...decided, { role: 'user', content: toQuestion(tools.map(toLine), recent) }],
      }
  }
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

// Of 59 prompts unlike those of the benchmark, 30 need a tool: the 0.5B model gives 28 of them more, and 22 of the others
// less. A minimum of 0.02 found 25, and let one less of the others pass.
const callProbabilityMin = 0.004
// Of 92 prompts unlike those of the benchmark, 46 need a tool: the 1.5B model gives 45 of them more, and 42 of the others
// less. A tool that is missing is worse than one that is not called.
const yesShareMin = 0.55

/** Whether the message may need a tool. A fence may also begin code that was asked for; then no call follows. */
export function isCallLikely(kind: NeedProbeKind, next: readonly NextText[]): boolean {
  switch (kind) {
    case 'call':
      return sumOf(next, /^\s*(?:<tool_call>|<tool|<$|\{|```)/u) >= callProbabilityMin
    case 'yes_no': {
      const yes = sumOf(next, /^\s*yes$/iu)
      return yes > 0 && yes >= yesShareMin * (yes + sumOf(next, /^\s*no$/iu))
    }
  }
}

function sumOf(next: readonly NextText[], pattern: RegExp): number {
  return next.filter(({ text }) => pattern.test(text)).reduce((sum, { probability }) => sum + probability, 0)
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

interface Decided {
  readonly tools: readonly string[]
  /** Of the user and of the assistant in turn, the user's last. */
  readonly said: readonly string[]
  readonly needed: boolean
}

const door = '- open_door: Opens a door of the house'
const stock = '- count_items: Number of items in the warehouse'
const exam = '- get_exam_result: Result of an exam of a student'

const examples: readonly Decided[] = [
  { tools: [door, stock], said: ['Hello'], needed: false },
  { tools: [stock], said: ['How many screws do we have in stock?'], needed: true },
  {
    tools: [stock],
    said: ['How many screws do we have in stock?', 'We have 240 screws.', 'And nails?'],
    needed: true,
  },
  { tools: [exam], said: ['Who was Albert Einstein?'], needed: false },
  { tools: [door, exam], said: ['Did Lena pass the exam in physics?'], needed: true },
  {
    tools: [door],
    said: ['Let the cat in.', 'The front door is open.', 'Thanks, how kind of you!'],
    needed: false,
  },
  { tools: [stock], said: ['Write a sentence about a warehouse.'], needed: false },
  { tools: [exam], said: ['I need the result of an exam.', 'Of which student?', 'Tom Miller'], needed: true },
  { tools: [exam, stock], said: ['Hi', 'Hello!', 'How many meters has a mile?'], needed: false },
  { tools: [door, stock], said: ['Let the cat out through the back door.'], needed: true },
]

// The same for all requests, so that a sequence keeps them cached.
const decided: readonly TemplateMessage[] = [
  {
    role: 'system',
    content: 'Reply with "yes" if the message needs one of the functions, else with "no".',
  },
  ...examples.flatMap(({ tools, said, needed }): TemplateMessage[] => [
    { role: 'user', content: toQuestion(tools, said.map(toTurn)) },
    { role: 'assistant', content: needed ? 'yes' : 'no' },
  ]),
]

function toTurn(content: string, at: number): Turn {
  return { role: at % 2 === 0 ? 'user' : 'assistant', content }
}

type Turn = Pick<TemplateMessage, 'role' | 'content'>

function toQuestion(tools: readonly string[], said: readonly Turn[]): string {
  const lines = said.map(({ role, content }) => `${role === 'user' ? 'Message' : 'Reply'}: ${content}`)
  return `Functions:\n${tools.join('\n')}\n\n${lines.join('\n')}`
}

function toLine({ function: { name, description } }: Tool): string {
  return `- ${name}: ${(description ?? name).slice(0, descriptionCharsMax)}`
}

const descriptionCharsMax = 300
