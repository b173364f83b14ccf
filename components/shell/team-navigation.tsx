import { ChartColumn, KeyRound, ListTree, Settings, Users, Plug } from 'lucide-react'
import type { PageAccount } from './account-context.tsx'
import type { NavigationLink } from './navigation.tsx'

const usage: NavigationLink = {
  label: 'Usage',
  href: '/team/usage',
  icon: <ChartColumn size={16} aria-hidden />,
}
const keys: NavigationLink = {
  label: 'API keys',
  href: '/team/keys',
  icon: <KeyRound size={16} aria-hidden />,
}
const requests: NavigationLink = {
  label: 'Requests',
  href: '/team/requests',
  icon: <ListTree size={16} aria-hidden />,
}
const providers: NavigationLink = {
  label: 'Providers',
  href: '/team/providers',
  icon: <Plug size={16} aria-hidden />,
}
const members: NavigationLink = {
  label: 'Members',
  href: '/team/members',
  icon: <Users size={16} aria-hidden />,
}
const settings: NavigationLink = {
  label: 'Settings',
  href: '/team/settings',
  icon: <Settings size={16} aria-hidden />,
}

/** The team pages that this member can open. */
export function teamLinks({ role, signedIn }: PageAccount): readonly NavigationLink[] {
  if (role === 'viewer') return [usage, settings]
  const manages = role === 'admin' || role === 'owner'
  if (!manages) return [usage, requests, keys, settings]
  return signedIn
    ? [usage, requests, keys, providers, members, settings]
    : [usage, requests, keys, providers, settings]
}
