import type { Tool } from '#lib/contracts/api/chat-message.ts'

export interface ToolPrompt {
  readonly text: string
  readonly tools: readonly Tool[]
  /** The call that it needs, and an argument's value; null: none. */
  readonly call: { readonly name: string; readonly holds: string } | null
}

/** Thirty prompts that need one of the tools they come with, and thirty that need none. */
export function createToolPrompts(): readonly ToolPrompt[] {
  const names = Object.keys(tools)
  const offer = (name: string | undefined, at: number): Tool[] => {
    const others = names.filter(each => each !== name)
    const added = Array.from({ length: at % 3 }, (_, step) => others[(at * 3 + step * 2) % others.length])
    const offered = [...added, name ?? others[at % others.length]].flatMap(each => tools[each ?? ''] ?? [])
    return [...new Set(offered)]
  }
  return [
    ...needed.map(([text, name, holds], at) => ({ text, tools: offer(name, at), call: { name, holds } })),
    ...needless.map((text, at) => ({
      text,
      tools: at < 6 ? [tools['get_weather']].flatMap(tool => tool ?? []) : offer(undefined, at),
      call: null,
    })),
  ]
}

function toTool(name: string, description: string, fields: Readonly<Record<string, string>>): Tool {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([field, type]) => [field, { type }] as const),
  )
  const parameters = { type: 'object', properties, required: Object.keys(fields).slice(0, 2) }
  return { type: 'function', function: { name, description, parameters } }
}

const tools: Readonly<Record<string, Tool>> = {
  get_weather: toTool('get_weather', 'Current weather of a city', { city: 'string' }),
  get_time: toTool('get_time', 'Current local time in a city', { city: 'string' }),
  send_email: toTool('send_email', 'Sends an email', { to: 'string', body: 'string' }),
  search_web: toTool('search_web', 'Searches the web for current information', { query: 'string' }),
  convert_currency: toTool('convert_currency', 'Converts an amount of money at the rate of today', {
    amount: 'number',
    to: 'string',
    from: 'string',
  }),
  create_event: toTool('create_event', 'Adds an event to the calendar', { title: 'string', date: 'string' }),
  get_stock_price: toTool('get_stock_price', 'Latest price of a stock', { symbol: 'string' }),
  set_timer: toTool('set_timer', 'Starts a timer', { minutes: 'number' }),
  read_file: toTool('read_file', 'Reads a file of the workspace', { path: 'string' }),
  list_orders: toTool('list_orders', 'Orders of a customer in the shop', { customer: 'string' }),
}

const needed: readonly (readonly [text: string, name: string, holds: string])[] = [
  ['What is the weather in Paris right now?', 'get_weather', 'paris'],
  ['Do I need an umbrella in Oslo today?', 'get_weather', 'oslo'],
  ['How warm is it in Lisbon at the moment?', 'get_weather', 'lisbo'],
  ['What time is it in Tokyo?', 'get_time', 'tokyo'],
  ['Is it already morning in Sydney?', 'get_time', 'sydney'],
  ['Tell me the current time in Chicago.', 'get_time', 'chicago'],
  ['Send an email to ana@example.com that the meeting moved to noon.', 'send_email', 'ana@example.com'],
  ['Please email bob@example.com: the invoice is paid.', 'send_email', 'bob@example.com'],
  ['Write to team@example.com that the server is back and send it.', 'send_email', 'team@example.com'],
  ['Search the web for the latest release of Node.js.', 'search_web', 'node'],
  ['Find out who won the election in Norway this week.', 'search_web', 'norway'],
  ['Look up the opening hours of the Louvre today.', 'search_web', 'louvre'],
  ['How much is 250 US dollars in euros?', 'convert_currency', '250'],
  ['Convert 90 pounds to Swiss francs.', 'convert_currency', '90'],
  ['What are 1200 yen worth in dollars today?', 'convert_currency', '1200'],
  ['Add a dentist appointment on 12 May to my calendar.', 'create_event', 'dentist'],
  ['Schedule a review with Kim for next Friday.', 'create_event', 'review'],
  ['Put "Pay rent" into my calendar on the first of June.', 'create_event', 'rent'],
  ['What is the stock price of AAPL?', 'get_stock_price', 'aapl'],
  ['How are shares of MSFT trading now?', 'get_stock_price', 'msft'],
  ['Give me the latest price of NVDA stock.', 'get_stock_price', 'nvda'],
  ['Set a timer for 10 minutes.', 'set_timer', '10'],
  ['Remind me in 25 minutes with a timer.', 'set_timer', '25'],
  ['Start a 3 minute timer for the tea.', 'set_timer', '3'],
  ['Read the file src/main.ts.', 'read_file', 'src/main.ts'],
  ['What does README.md say?', 'read_file', 'readme.md'],
  ['Show me the content of config/app.yaml.', 'read_file', 'config/app.yaml'],
  ['Which orders has the customer Maria Lopez?', 'list_orders', 'maria lopez'],
  ['List all orders of ACME Corp.', 'list_orders', 'acme'],
  ['Has customer 4711 ordered anything?', 'list_orders', '4711'],
]

const needless: readonly string[] = [
  'Hello',
  'What is the capital of France?',
  'Thank you, that was helpful!',
  'Who are you?',
  'Write a haiku about rain.',
  'Is Paris larger than Lyon?',
  'Hi there, how are you?',
  'What is 17 times 23?',
  'Explain what a mutex is.',
  'Write a function in Python that reverses a string.',
  'Translate "good morning" into Spanish.',
  'Tell me a joke.',
  'What does HTTP stand for?',
  'Give me three names for a cat.',
  'Rewrite this politely: send me the file now.',
  'Who wrote Romeo and Juliet?',
  'What is the plural of mouse?',
  'Summarize: The ship left the harbor at dawn and returned at dusk.',
  'Why is the sky blue?',
  'What is the difference between TCP and UDP?',
  'Good night!',
  'Which is heavier, a kilogram of iron or of feathers?',
  'Correct the spelling: recieve',
  'How many days does a week have?',
  'What is the largest planet of the solar system?',
  'Write one sentence about autumn.',
  'What is the opposite of hot?',
  'Can you help me?',
  'What language is spoken in Brazil?',
  'Sort these numbers: 5, 3, 9, 1.',
]
