'use client'
import { Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import { Menu } from '#components/ui/menu.tsx'
import { readTheme, setTheme, type Theme, themeLabels, themes } from './theme.ts'

const icons: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, system: Monitor }

export function ThemeMenu({ className }: { className?: string }) {
  return (
    <Menu
      trigger={
        <button type="button" className={className}>
          <SunMoon size={16} aria-hidden />
          Theme
        </button>
      }
      actions={themes.map(theme => {
        const Icon = icons[theme]
        return {
          label: themeLabels[theme],
          icon: <Icon size={16} aria-hidden />,
          isChosen: () => readTheme() === theme,
          onSelect: () => setTheme(theme),
        }
      })}
    />
  )
}
