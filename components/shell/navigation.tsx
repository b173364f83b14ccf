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

const usage = link('Usage', '/team/usage', ChartColumn)
const requests = link('Requests', '/team/requests', ListTree)
const keys = link('API keys', '/team/keys', KeyRound)
const providers = link('Providers', '/team/providers', Plug)
const members = link('Members', '/team/members', Users)
const settings = link('Settings', '/team/settings', Settings)

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
    ...helpLinks(account),
    referenceLink,
  ]
}

function workspaceLinks({ role }: PageAccount): readonly NavigationLink[] {
  if (role === 'viewer') return [usage, settings]
  const manages = role === 'admin' || role === 'owner'
  return manages ? [usage, requests, keys, providers, members, settings] : [usage, requests, keys, settings]
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
