import {
  ArrowDownWideNarrow,
  BookOpen,
  Boxes,
  ChartScatter,
  FileText,
  Files,
  Library,
  MessageSquare,
  Network,
  TextSearch,
} from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import type { PageAccount } from './account-context.tsx'

export interface NavigationLink {
  readonly label: string
  readonly href: Route
  readonly icon: ReactNode
}

/** The playgrounds. */
export const playgrounds: readonly NavigationLink[] = [
  { label: 'Chat', href: '/chat', icon: <MessageSquare size={16} aria-hidden /> },
  { label: 'Embeddings', href: '/embeddings', icon: <ChartScatter size={16} aria-hidden /> },
  { label: 'Rerank', href: '/rerank', icon: <ArrowDownWideNarrow size={16} aria-hidden /> },
  { label: 'Map', href: '/map', icon: <Network size={16} aria-hidden /> },
  { label: 'Scrape', href: '/scrape', icon: <FileText size={16} aria-hidden /> },
  { label: 'Search', href: '/search', icon: <TextSearch size={16} aria-hidden /> },
  { label: 'Documents', href: '/documents', icon: <Files size={16} aria-hidden /> },
]

const others: readonly NavigationLink[] = [
  { label: 'Library', href: '/library', icon: <Library size={16} aria-hidden /> },
  { label: 'Models', href: '/models', icon: <Boxes size={16} aria-hidden /> },
  { label: 'Reference', href: '/reference', icon: <BookOpen size={16} aria-hidden /> },
]

/** All pages except the team pages. */
export const navigation: readonly NavigationLink[] = [...playgrounds, ...others]

/** The pages for this role; viewers have no playgrounds. */
export function pageLinks({ role }: PageAccount): readonly NavigationLink[] {
  return role === 'viewer' ? others : navigation
}
