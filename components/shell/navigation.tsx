import {
  AppWindow,
  ArrowDownWideNarrow,
  BookOpen,
  Boxes,
  Cable,
  ChartColumn,
  ChartScatter,
  Files,
  House,
  KeyRound,
  Library,
  ListTree,
  type LucideIcon,
  MessageSquare,
  Network,
  Plug,
  ScanText,
  Settings,
  TextSearch,
  Users,
} from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { capabilities, capabilityIds, type CapabilityId } from '#lib/contracts/api/capabilities.ts'
import type { PageAccount } from './account-context.tsx'

export interface NavigationLink {
  readonly label: string
  readonly href: Route
  readonly icon: ReactNode
  /** Other words by which the command palette finds the page. */
  readonly keywords?: string
}

export interface NavigationGroup {
  readonly title: string
  readonly links: readonly NavigationLink[]
}

/** Icons of capabilities; one without gets a window. */
const icons: Readonly<Partial<Record<CapabilityId, LucideIcon>>> = {
  chat: MessageSquare,
  embeddings: ChartScatter,
  rerank: ArrowDownWideNarrow,
  map: Network,
  scrape: ScanText,
  search: TextSearch,
  documents: Files,
  library: Library,
}

/** The playgrounds. */
export const playgrounds = linksTo(id => capabilities[id].contract !== null)

const data: readonly NavigationLink[] = [
  ...linksTo(id => capabilities[id].contract === null),
  link('Models', '/models', Boxes),
]

export const homeLink = link('Home', '/', House)

const docsLink = link('Docs', '/docs', BookOpen)

const referenceLink = link('API reference', '/reference', BookOpen)

const connectLink = link('Connect', '/connect', Cable)

const usage = { ...link('Usage', '/team/usage', ChartColumn), keywords: 'costs spending monthly bill' }
const requests = link('Requests', '/team/requests', ListTree)
const keys = { ...link('API keys', '/team/keys', KeyRound), keywords: 'budget of a key, limits' }
const providers = {
  ...link('Providers', '/team/providers', Plug),
  keywords: 'prices, default models, aliases',
}
const members = link('Members', '/team/members', Users)
const settings = { ...link('Settings', '/team/settings', Settings), keywords: 'profile, sessions, theme' }

const teamSettings = {
  ...link('Team settings', '/team/settings/team', Settings),
  keywords: 'team budget, limits of the team and of new keys, gateways',
}
const retention = {
  ...link('Retention', '/team/settings/retention', Settings),
  keywords: 'log, stored responses',
}

/** The pages of this person by group; viewers have no playgrounds. */
export function navigationGroups(account: PageAccount): readonly NavigationGroup[] {
  const groups = [
    { title: 'Data', links: data },
    { title: 'Workspace', links: workspaceLinks(account) },
  ]
  return account.role === 'viewer' ? groups : [{ title: 'Playgrounds', links: playgrounds }, ...groups]
}

/** Below the groups; viewers have no keys to connect with. */
export function helpLinks({ role }: PageAccount): readonly NavigationLink[] {
  return role === 'viewer' ? [docsLink] : [connectLink, docsLink]
}

/** All pages of this person in one list. */
export function pageLinks(account: PageAccount): readonly NavigationLink[] {
  return [
    homeLink,
    ...navigationGroups(account).flatMap(({ links }) => links),
    ...(manages(account) ? [teamSettings, retention] : []),
    ...helpLinks(account),
    referenceLink,
  ]
}

function manages({ role }: Pick<PageAccount, 'role'>): boolean {
  return role === 'admin' || role === 'owner'
}

function workspaceLinks({ role }: PageAccount): readonly NavigationLink[] {
  if (role === 'viewer') return [usage, settings]
  return manages({ role })
    ? [usage, requests, keys, providers, members, settings]
    : [usage, requests, keys, settings]
}

function linksTo(shown: (id: CapabilityId) => boolean): readonly NavigationLink[] {
  return capabilityIds.filter(shown).map(id => {
    const { label, path } = capabilities[id]
    return link(label, path, icons[id] ?? AppWindow)
  })
}

function link(label: string, href: Route, Icon: LucideIcon): NavigationLink {
  return { label, href, icon: <Icon size={16} aria-hidden /> }
}
