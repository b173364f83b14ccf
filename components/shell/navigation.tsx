import {
  AppWindow,
  ArrowDownWideNarrow,
  BookOpen,
  Boxes,
  ChartScatter,
  FileText,
  Files,
  Library,
  type LucideIcon,
  MessageSquare,
  Network,
  TextSearch,
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

/** Icons of capabilities; one without gets a window. */
const icons: Readonly<Partial<Record<CapabilityId, LucideIcon>>> = {
  chat: MessageSquare,
  embeddings: ChartScatter,
  rerank: ArrowDownWideNarrow,
  map: Network,
  scrape: FileText,
  search: TextSearch,
  documents: Files,
  library: Library,
}

/** The playgrounds. */
export const playgrounds = linksTo(id => capabilities[id].contract !== null)

const others: readonly NavigationLink[] = [
  ...linksTo(id => capabilities[id].contract === null),
  { label: 'Models', href: '/models', icon: <Boxes size={16} aria-hidden /> },
  { label: 'Reference', href: '/reference', icon: <BookOpen size={16} aria-hidden /> },
]

/** All pages for this role except the team pages; viewers have no playgrounds. */
export function pageLinks({ role }: PageAccount): readonly NavigationLink[] {
  return role === 'viewer' ? others : [...playgrounds, ...others]
}

function linksTo(shown: (id: CapabilityId) => boolean): readonly NavigationLink[] {
  return capabilityIds.filter(shown).map(id => {
    const { label, path } = capabilities[id]
    const Icon = icons[id] ?? AppWindow
    return { label, href: path, icon: <Icon size={16} aria-hidden /> }
  })
}
