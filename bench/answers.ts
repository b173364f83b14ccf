import { searchCompletionSchema } from '#lib/contracts/api/search/search-answer.ts'
import { createQuestions, isHeldOut, sampleOf, type Question } from './answers-questions.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts'
import type { BenchmarkOptions } from './benchmark-options.ts'
import { untilIndexed } from './library-server.ts'
import { toRow, type Row } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'

const refusal = /\bthe sources (?:do not|don['’]t) say\b|\bthe sources found do not answer\b/iu

interface Judged extends Question {
  readonly content: string
}

interface Setting {
  /** Empty: the default of the mode. */
  readonly model: string
  readonly mode: string
}

/** Whether AI search refuses what its sources do not say, and answers what they say, in each model and mode. */
export async function run(options: BenchmarkOptions): Promise<readonly Row[]> {
  const { heldOut, models, modes, sample, part } = options
  const { pages, questions } = createQuestions()
  const chosen =
    sample === null ? questions.filter(each => isHeldOut(each) === heldOut) : sampleOf(questions, sample)
  const asked = chosen.filter((_, at) => at % part.of === part.number - 1)
  using folder = temporaryFolder()
  await using server = await startEmbeddedServer(folder.path, { SEARCH_BACKENDS: 'library' })
  for (const page of pages) await server.post('/v1/library', page)
  await untilIndexed(server, 100)
  const rows: Row[] = []
  for (const setting of settingsOf(models, modes)) {
    const judged: Judged[] = []
    for (const question of asked) judged.push(await ask(server, question, setting))
    tellWrong(judged)
    rows.push(...toRows(judged, setting))
  }
  return rows
}

function settingsOf(models: readonly string[], modes: readonly string[]): Setting[] {
  const chosen = models.length === 0 ? [''] : models
  return (modes.length === 0 ? ['balanced'] : modes).flatMap(mode => chosen.map(model => ({ mode, model })))
}

async function ask(server: EmbeddedServer, question: Question, { model, mode }: Setting): Promise<Judged> {
  const chatModel = model === '' ? {} : { chatModel: { model } }
  const params = { query: question.text, optimizationMode: mode, ...chatModel }
  const answer = await server.post('/v1/web', { model: 'sextant-ai-search', params })
  const { choices } = searchCompletionSchema.parse(answer)
  return { ...question, content: choices[0]?.message.content ?? '' }
}

function toRows(judged: readonly Judged[], { model, mode }: Setting): Row[] {
  const answerable = judged.filter(({ answer }) => answer !== null)
  const others = judged.filter(({ answer }) => answer === null)
  const shareOf = (list: readonly Judged[], holds: (each: Judged) => boolean): number =>
    (100 * list.filter(holds).length) / Math.max(1, list.length)
  const prefix = `${mode}${model === '' ? '' : `, ${model}`}: `
  const row = (name: string, ours: number, goal?: number): Row =>
    toRow({ name: `${prefix}${name}`, unit: '%', ours, goal, moreIsBetter: true })
  return [
    row(`refused of ${others.length} questions without an answer`, shareOf(others, isRefused), 90),
    row(
      `answered of ${answerable.length} with one`,
      shareOf(answerable, each => !isRefused(each)),
      95,
    ),
    row('of these with the right value', shareOf(answerable, isRight)),
  ]
}

/** Those of the half that is kept aside stay unseen. */
function tellWrong(judged: readonly Judged[]): void {
  const wrong = judged.filter(each => (each.answer === null ? !isRefused(each) : !isRight(each)))
  for (const each of wrong.filter(question => !isHeldOut(question))) {
    console.log(`${each.text} (${each.answer ?? 'no answer'})\n  ${each.content.replaceAll('\n', ' ')}`)
  }
}

function isRefused({ content }: Judged): boolean {
  return refusal.test(content)
}

function isRight({ content, answer }: Judged): boolean {
  return answer !== null && content.toLowerCase().includes(answer.toLowerCase())
}
