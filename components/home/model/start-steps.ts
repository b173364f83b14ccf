import type { Route } from 'next'
import { formatAgo, formatCountOf } from '#lib/client/format.ts'

/** The state of the installation, as far as this member may know; absent: still loading, or not known. */
export interface StartFacts {
  /** The model that answers a chat without a choice. */
  readonly chatModel?: { readonly id: string; readonly ready: boolean } | undefined
  /** Requests to models in the last twelve months, of capabilities that answered. */
  readonly modelRuns?: number | undefined
  /** Whether this browser's history has a run of a model that succeeded. */
  readonly ranHere?: boolean | undefined
  /** A key that a client has used; null: none. */
  readonly usedKey?: { readonly name: string; readonly at: number } | null | undefined
  /** Names of the model providers in use. */
  readonly providers?: readonly string[] | undefined
  readonly libraryItems?: number | undefined
}

export interface StartStep {
  readonly id: 'run' | 'connect' | 'provider' | 'documents'
  readonly title: string
  readonly done: boolean
  readonly text: string
  readonly action: string
  readonly href: '/chat' | '/connect' | '/team/providers' | '/library'
}

/** The first steps that this member can take, each with its state and the next action. */
export function listStartSteps(
  { chatModel, modelRuns = 0, ranHere = false, usedKey = null, providers = [], libraryItems = 0 }: StartFacts,
  { canAddProviders, seesKeys, now }: { canAddProviders: boolean; seesKeys: boolean; now: number },
): readonly StartStep[] {
  const steps: readonly StartStep[] = [
    {
      id: 'run',
      title: 'Run a model',
      done: modelRuns > 0 || ranHere,
      text: modelRuns > 0 || ranHere ? describeRuns(modelRuns) : describeModel(chatModel),
      action: 'Open Chat',
      href: '/chat',
    },
    {
      id: 'connect',
      title: 'Connect a client',
      done: usedKey !== null,
      text: usedKey
        ? `The key ${usedKey.name} was used ${formatAgo(usedKey.at, now)}.`
        : 'curl, the OpenAI SDK, Cohere or Firecrawl. A few lines each.',
      action: usedKey ? 'Connect another' : 'Choose a client',
      href: '/connect',
    },
    {
      id: 'provider',
      title: 'Add a provider',
      done: providers.length > 0,
      text:
        providers.length > 0
          ? describeProviders(providers)
          : 'Use OpenAI, Anthropic, Ollama or any compatible server.',
      action: providers.length > 0 ? 'Manage' : 'Add provider',
      href: '/team/providers',
    },
    {
      id: 'documents',
      title: 'Add documents',
      done: libraryItems > 0,
      text:
        libraryItems > 0
          ? `${formatCountOf(libraryItems, 'item')} in the library.`
          : 'Add files, pages or text to search them by meaning.',
      action: 'Open library',
      href: '/library',
    },
  ]
  return steps.filter(({ id }) => (id !== 'provider' || canAddProviders) && (id !== 'connect' || seesKeys))
}

/** Opens Chat without its last conversation: a link with a model starts a new one. */
export function toNewChat(model: { readonly id: string } | undefined): Route {
  return model === undefined ? '/chat' : (`/chat?${new URLSearchParams({ models: model.id })}` as Route)
}

// The gateway counts a run a few seconds after it ends.
function describeRuns(modelRuns: number): string {
  if (modelRuns === 0) return 'Runs of this browser are in its history.'
  return `${formatCountOf(modelRuns, 'run')} in the last 12 months.`
}

function describeModel(model: StartFacts['chatModel']): string {
  if (model === undefined) return 'Send a first message and watch the answer arrive.'
  if (model.ready) return `${model.id} is ready to answer.`
  return `${model.id} downloads with your first message.`
}

const namesMax = 3

function describeProviders(names: readonly string[]): string {
  const others = names.length - namesMax
  if (others > 0) return `${names.slice(0, namesMax).join(', ')} and ${others} more are set up.`
  const [last, ...before] = names.toReversed()
  if (before.length === 0) return `${last} is set up.`
  return `${before.toReversed().join(', ')} and ${last} are set up.`
}
