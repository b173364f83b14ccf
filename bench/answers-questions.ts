import { createHash } from 'node:crypto'

/** A question on one of our pages. */
export interface Question {
  readonly text: string
  /** A right answer contains it; null: no page says it. */
  readonly answer: string | null
}

export interface Page {
  readonly title: string
  readonly text: string
}

interface Fact {
  /** With `{name}` and `{value}`. */
  readonly states: string
  readonly asks: readonly string[]
  readonly values: readonly string[]
}

interface Subject {
  readonly names: readonly string[]
  readonly opening: string
  readonly facts: readonly Fact[]
}

const factsPerPage = 6
const asksPerKind = 4

/**
 * Pages on invented towns, machines, medicines, ships and museums. Each states half of what its neighbors state; half
 * of its questions ask for the other half.
 */
export function createQuestions(): {
  readonly pages: readonly Page[]
  readonly questions: readonly Question[]
} {
  const made = subjects.flatMap(subject => subject.names.map((name, at) => createPage(subject, name, at)))
  return { pages: made.map(({ page }) => page), questions: made.flatMap(({ questions }) => questions) }
}

/** Half of the questions are kept aside by their hash, and never looked at while the search is tuned. */
export function isHeldOut(question: Question): boolean {
  return (hashOf(question)[0] ?? 0) % 2 === 1
}

/** The first questions by hash: half of them have an answer, and half are kept aside. */
export function sampleOf(questions: readonly Question[], size: number): Question[] {
  const ordered = questions.toSorted((one, other) => hashOf(one).compare(hashOf(other)))
  const half = Math.floor(size / 2)
  return [true, false].flatMap(answerable => {
    const fitting = ordered.filter(({ answer }) => (answer !== null) === answerable)
    // An odd number has its larger half once open and once kept aside.
    const heldOut = answerable ? Math.floor(half / 2) : Math.ceil(half / 2)
    return [
      ...fitting.filter(question => !isHeldOut(question)).slice(0, half - heldOut),
      ...fitting.filter(isHeldOut).slice(0, heldOut),
    ]
  })
}

function hashOf({ text }: Question): Buffer {
  return createHash('sha256').update(text).digest()
}

function createPage(
  { opening, facts }: Subject,
  name: string,
  at: number,
): { page: Page; questions: Question[] } {
  const turned = facts
    .map((_, index) => facts[(index + at * 5) % facts.length])
    .filter(fact => fact !== undefined)
  const stated = turned.slice(0, factsPerPage)
  const unstated = turned.slice(factsPerPage)
  const valueOf = (fact: Fact): string => fact.values[at % fact.values.length] ?? ''
  const sentences = stated.map(fact => fill(fact.states, name, valueOf(fact)))
  const ask = (fact: Fact, index: number): string =>
    fill(fact.asks[(at + index) % fact.asks.length] ?? '', name, '')
  return {
    page: {
      title: name,
      text: [
        `${fill(opening, name, '')} ${sentences.slice(0, 2).join(' ')}`,
        sentences.slice(2, 4).join(' '),
        sentences.slice(4).join(' '),
      ].join('\n\n'),
    },
    questions: [
      ...stated
        .slice(0, asksPerKind)
        .map((fact, index) => ({ text: ask(fact, index), answer: valueOf(fact) })),
      ...unstated.slice(0, asksPerKind).map((fact, index) => ({ text: ask(fact, index), answer: null })),
    ],
  }
}

function fill(template: string, name: string, value: string): string {
  return template.replaceAll('{name}', name).replaceAll('{value}', value)
}

const subjects: readonly Subject[] = [
  {
    names: ['Penhallow', 'Marlowick', 'Tresvane', 'Oderby', 'Kestrelton'],
    opening: '{name} is a small town on the north coast.',
    facts: [
      {
        states: '{name} has {value} inhabitants.',
        asks: ['How many people live in {name}?', 'What is the population of {name}?'],
        values: ['4,120', '7,930', '2,415', '11,080', '5,360'],
      },
      {
        states: 'The town was founded in {value}.',
        asks: ['When was {name} founded?', 'In which year was {name} founded?'],
        values: ['1284', '1391', '1156', '1622', '1433'],
      },
      {
        states: 'The mayor of {name} is {value}.',
        asks: ['Who is the mayor of {name}?', 'Who governs {name} as mayor?'],
        values: ['Harriet Lowe', 'Tom Bray', 'Edna Quist', 'Paul Ferris', 'Ruth Ames'],
      },
      {
        states: 'It covers {value} square kilometers.',
        asks: ['What is the area of {name}?', 'How large is {name}?'],
        values: ['12.4', '31.7', '8.9', '22.1', '17.3'],
      },
      {
        states: 'The river {value} flows through the town.',
        asks: ['Which river flows through {name}?', 'What is the river of {name} called?'],
        values: ['Elwin', 'Saffer', 'Tarn', 'Mirrow', 'Culder'],
      },
      {
        states: 'Its market is held every {value}.',
        asks: ['On which day is the market of {name} held?', 'When is market day in {name}?'],
        values: ['Thursday', 'Tuesday', 'Saturday', 'Monday', 'Friday'],
      },
      {
        states: 'The economy of {name} produced {value} million euros last year.',
        asks: ['What is the GDP of {name}?', 'How large is the economic output of {name}?'],
        values: ['96', '210', '58', '305', '122'],
      },
      {
        states: 'The unemployment rate is {value} percent.',
        asks: ['What is the unemployment rate in {name}?', 'How high is unemployment in {name}?'],
        values: ['4.1', '6.8', '3.7', '5.5', '7.2'],
      },
      {
        states: 'Its hospital has {value} beds.',
        asks: ['How many beds does the hospital of {name} have?', 'How large is the hospital of {name}?'],
        values: ['84', '150', '42', '230', '97'],
      },
      {
        states: 'Children attend one of {value} schools.',
        asks: ['How many schools are there in {name}?', 'How many schools does {name} have?'],
        values: ['three', 'five', 'two', 'eight', 'four'],
      },
      {
        states: 'The railway reached {name} in {value}.',
        asks: ['When did the railway reach {name}?', 'When did {name} get its railway?'],
        values: ['1867', '1859', '1871', '1848', '1880'],
      },
      {
        states: 'Rainfall averages {value} millimeters a year.',
        asks: ['How much rain falls in {name} in a year?', 'What is the average rainfall of {name}?'],
        values: ['910', '1,040', '780', '1,215', '865'],
      },
    ],
  },
  {
    names: [
      'Brunel P40 pump',
      'Corvane 7 generator',
      'Lystra 300 compressor',
      'Domicel X2 heater',
      'Varnhold R9 saw',
    ],
    opening: 'The {name} is built for workshops and farms.',
    facts: [
      {
        states: 'It weighs {value} kilograms.',
        asks: ['How heavy is the {name}?', 'What does the {name} weigh?'],
        values: ['14.5', '38', '27', '9.2', '6.4'],
      },
      {
        states: 'The motor delivers {value} watts.',
        asks: ['How much power does the {name} have?', 'What is the power of the motor of the {name}?'],
        values: ['1,100', '2,200', '1,850', '1,500', '950'],
      },
      {
        states: 'At full load its noise level is {value} decibels.',
        asks: ['How loud is the {name}?', 'What is the noise level of the {name}?'],
        values: ['71', '88', '79', '52', '94'],
      },
      {
        states: 'The warranty lasts {value} months.',
        asks: [
          'How long is the warranty of the {name}?',
          'For how many months is the {name} under warranty?',
        ],
        values: ['24', '36', '18', '60', '30'],
      },
      {
        states: 'It costs {value} euros.',
        asks: ['How much does the {name} cost?', 'What is the price of the {name}?'],
        values: ['289', '1,140', '675', '158', '212'],
      },
      {
        states: 'The {name} is made by {value}.',
        asks: ['Who makes the {name}?', 'Which company manufactures the {name}?'],
        values: ['Halden & Sons', 'Corvane Werke', 'Ostrava Tools', 'Domicel AG', 'Varnhold Ltd'],
      },
      {
        states: 'It runs at up to {value} degrees Celsius.',
        asks: [
          'At which temperature can the {name} run at most?',
          'What is the maximum temperature of the {name}?',
        ],
        values: ['55', '45', '60', '40', '50'],
      },
      {
        states: 'The filter must be changed every {value} hours.',
        asks: [
          'How often must the filter of the {name} be changed?',
          'When is the filter of the {name} due?',
        ],
        values: ['120', '250', '90', '400', '75'],
      },
      {
        states: 'A fuse of {value} amperes protects it.',
        asks: ['Which fuse does the {name} need?', 'How strong is the fuse of the {name}?'],
        values: ['10', '16', '13', '8', '6'],
      },
      {
        states: 'The part number of the spare seal is {value}.',
        asks: [
          'What is the part number of the spare seal of the {name}?',
          'Which part number has the seal of the {name}?',
        ],
        values: ['BP-4471', 'CV-0920', 'LY-3318', 'DX-2204', 'VR-9087'],
      },
      {
        states: 'Its tank holds {value} liters.',
        asks: ['How many liters does the tank of the {name} hold?', 'How large is the tank of the {name}?'],
        values: ['3.5', '12', '24', '1.8', '0.4'],
      },
      {
        states: 'The cable is {value} meters long.',
        asks: ['How long is the cable of the {name}?', 'What is the length of the cable of the {name}?'],
        values: ['5', '8', '10', '2.5', '4'],
      },
    ],
  },
  {
    names: ['Sarolin', 'Vendipar', 'Torvexa', 'Melquine', 'Abrictal'],
    opening: '{name} is a tablet against seasonal fever.',
    facts: [
      {
        states: 'Adults take {value} milligrams a day.',
        asks: ['What is the daily dose of {name} for adults?', 'How much {name} do adults take in a day?'],
        values: ['20', '75', '150', '10', '300'],
      },
      {
        states: 'A pack contains {value} tablets.',
        asks: ['How many tablets are in a pack of {name}?', 'What is the pack size of {name}?'],
        values: ['30', '48', '14', '90', '60'],
      },
      {
        states: 'Store it below {value} degrees Celsius.',
        asks: ['At which temperature must {name} be stored?', 'How warm may {name} be stored?'],
        values: ['25', '30', '8', '20', '15'],
      },
      {
        states: 'Its active ingredient is {value}.',
        asks: ['What is the active ingredient of {name}?', 'Which ingredient is active in {name}?'],
        values: ['sarolinate', 'vendiparib', 'torvexol', 'melquinone', 'abricine'],
      },
      {
        states: 'Patients must not eat {value} with it.',
        asks: ['Which food must be avoided with {name}?', 'What must patients not eat with {name}?'],
        values: ['grapefruit', 'licorice', 'aged cheese', 'spinach', 'walnuts'],
      },
      {
        states: 'Its half-life is {value} hours.',
        asks: ['What is the half-life of {name}?', 'How long is the half-life of {name}?'],
        values: ['6', '11', '19', '4', '27'],
      },
      {
        states: 'The agency approved {name} in {value}.',
        asks: ['When was {name} approved?', 'In which year did the agency approve {name}?'],
        values: ['2009', '2014', '2018', '1997', '2021'],
      },
      {
        states: 'A pack costs {value} euros.',
        asks: ['What does a pack of {name} cost?', 'How expensive is {name}?'],
        values: ['12.80', '34.50', '8.95', '61.00', '19.40'],
      },
      {
        states: '{name} is produced by {value}.',
        asks: ['Who produces {name}?', 'Which company produces {name}?'],
        values: ['Lindmark Pharma', 'Vendi Labs', 'Torvex Health', 'Quine Medical', 'Abrix'],
      },
      {
        states: 'Children under {value} years must not take it.',
        asks: ['From which age may children take {name}?', 'How old must a child be to take {name}?'],
        values: ['12', '6', '16', '10', '14'],
      },
      {
        states: 'The most common side effect is {value}.',
        asks: ['What is the most common side effect of {name}?', 'Which side effect of {name} is common?'],
        values: ['dizziness', 'a dry mouth', 'nausea', 'headaches', 'a rash'],
      },
      {
        states: 'It begins to work after {value} minutes.',
        asks: ['After how many minutes does {name} begin to work?', 'How fast does {name} work?'],
        values: ['40', '25', '90', '15', '60'],
      },
    ],
  },
  {
    names: ['Gull of Arden', 'Northern Pearl', 'Lady Tamsin', 'Silver Heron', 'Castor Bay'],
    opening: 'The {name} is a ferry between the islands.',
    facts: [
      {
        states: 'She is {value} meters long.',
        asks: ['How long is the {name}?', 'What is the length of the {name}?'],
        values: ['64', '112', '48', '87', '73'],
      },
      {
        states: 'Her captain is {value}.',
        asks: ['Who is the captain of the {name}?', 'Who commands the {name}?'],
        values: ['Ida Morrow', 'Jonas Vey', 'Clara Penn', 'Erik Sand', 'Maud Tully'],
      },
      {
        states: 'She was built in {value}.',
        asks: ['When was the {name} built?', 'In which year was the {name} built?'],
        values: ['1998', '2011', '1976', '2004', '1989'],
      },
      {
        states: 'Her top speed is {value} knots.',
        asks: ['How fast is the {name}?', 'What is the top speed of the {name}?'],
        values: ['16', '22', '12', '19', '14'],
      },
      {
        states: 'She carries up to {value} passengers.',
        asks: ['How many passengers does the {name} carry?', 'For how many passengers is the {name}?'],
        values: ['320', '780', '145', '560', '410'],
      },
      {
        states: 'Her home port is {value}.',
        asks: ['What is the home port of the {name}?', 'Which port is the home of the {name}?'],
        values: ['Ardenhaven', 'Nordvik', 'Tamsin Quay', 'Heronmouth', 'Castor'],
      },
      {
        states: 'Her crew has {value} members.',
        asks: ['How large is the crew of the {name}?', 'How many people are in the crew of the {name}?'],
        values: ['18', '42', '9', '31', '22'],
      },
      {
        states: 'The first departure is at {value} in the morning.',
        asks: ['When is the first departure of the {name}?', 'At what time does the {name} leave first?'],
        values: ['6:40', '5:55', '7:15', '6:10', '8:05'],
      },
      {
        states: 'A ticket costs {value} euros.',
        asks: ['What does a ticket for the {name} cost?', 'How much is a ticket for the {name}?'],
        values: ['11.50', '24', '7.80', '18.40', '13'],
      },
      {
        states: '{value} lifeboats hang on her decks.',
        asks: ['How many lifeboats does the {name} have?', 'How many lifeboats are there on the {name}?'],
        values: ['Eight', 'Fourteen', 'Four', 'Twelve', 'Ten'],
      },
      {
        states: 'Her draft is {value} meters.',
        asks: ['What is the draft of the {name}?', 'How deep is the draft of the {name}?'],
        values: ['3.4', '5.1', '2.2', '4.3', '3.8'],
      },
      {
        states: 'The shipyard {value} built her hull.',
        asks: ['Which shipyard built the hull of the {name}?', 'Where was the hull of the {name} built?'],
        values: ['Kellan', 'Brovik', 'Mastry', 'Ulfsund', 'Dorne'],
      },
    ],
  },
  {
    names: ['Halwick Museum', 'Orrin Gallery', 'Fenmoor House', 'Tidewell Archive', 'Castellan Hall'],
    opening: 'The {name} shows the art and history of the region.',
    facts: [
      {
        states: 'It opens at {value}.',
        asks: ['When does the {name} open in the morning?', 'At what time does the {name} open?'],
        values: ['9:30', '10:00', '11:00', '8:45', '10:30'],
      },
      {
        states: 'Admission is {value} euros.',
        asks: ['How much is admission to the {name}?', 'What does a visit to the {name} cost?'],
        values: ['8', '12.50', '6', '9.40', '14'],
      },
      {
        states: 'Its director is {value}.',
        asks: ['Who is the director of the {name}?', 'Who directs the {name}?'],
        values: ['Nora Field', 'Abel Stone', 'Greta Ohm', 'Simon Reed', 'Vera Lind'],
      },
      {
        states: 'The collection holds {value} paintings.',
        asks: ['How many paintings does the {name} hold?', 'How many paintings are in the {name}?'],
        values: ['1,460', '870', '312', '2,050', '640'],
      },
      {
        states: '{value} people visited it last year.',
        asks: [
          'How many visitors did the {name} have last year?',
          'How many people visited the {name} last year?',
        ],
        values: ['58,200', '91,000', '23,700', '14,900', '40,500'],
      },
      {
        states: 'The architect {value} designed the building.',
        asks: ['Who designed the building of the {name}?', 'Which architect designed the {name}?'],
        values: ['Hugo Marsh', 'Ilse Brandt', 'Peter Lovell', 'Anne Tesser', 'Karl Wyss'],
      },
      {
        states: 'It is closed on {value}.',
        asks: ['On which day is the {name} closed?', 'When is the {name} closed?'],
        values: ['Mondays', 'Tuesdays', 'Wednesdays', 'Sundays', 'Thursdays'],
      },
      {
        states: 'The car park has {value} spaces.',
        asks: ['How many parking spaces does the {name} have?', 'How large is the car park of the {name}?'],
        values: ['40', '120', '18', '65', '90'],
      },
      {
        states: 'Its annual budget is {value} million euros.',
        asks: ['What is the annual budget of the {name}?', 'How large is the budget of the {name}?'],
        values: ['2.1', '5.6', '0.8', '1.4', '3.3'],
      },
      {
        states: 'Guided tours are given in {value}.',
        asks: [
          'In which languages are guided tours of the {name} given?',
          'Which languages do guides speak at the {name}?',
        ],
        values: ['English and French', 'German', 'Spanish and Dutch', 'Italian', 'Welsh'],
      },
      {
        states: 'Its café closes at {value}.',
        asks: ['When does the café of the {name} close?', 'How late is the café of the {name} open?'],
        values: ['17:00', '18:30', '16:15', '15:45', '19:00'],
      },
      {
        states: 'The house was a {value} before it became a museum.',
        asks: [
          'What was the {name} before it became a museum?',
          'What was the building of the {name} used for before?',
        ],
        values: ['mill', 'bank', 'monastery', 'school', 'prison'],
      },
    ],
  },
]
