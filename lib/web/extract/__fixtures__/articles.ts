/** Articles written for these tests, with typical page chrome in their language. */
export interface Article {
  readonly language: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly menu: readonly string[]
  readonly footer: string
}

export const articles: readonly Article[] = [
  {
    language: 'en',
    title: 'How the tide turns a harbour',
    paragraphs: [
      'Twice a day the water leaves the small harbour at the end of the bay, and the boats settle on the mud as if they had been put there to dry. Nobody hurries then, because nothing can be done before the sea comes back.',
      'The fishermen know the hour without a clock, they say, by the colour of the channel and by the birds, which follow the edge of the water as it moves. A stranger who anchors too close to the wall learns it once, and never again.',
      'When the flood comes, it comes quietly: first a thread of water between the stones, then a sheet, and within two hours every keel is afloat, every rope is tight, and the day can begin.',
    ],
    menu: ['Home', 'Weather', 'Subscribe'],
    footer: 'All rights reserved. Terms and privacy.',
  },
  {
    language: 'de',
    title: 'Warum alte Brücken klingen',
    paragraphs: [
      'Wer nachts über die eiserne Brücke am Stadtrand geht, hört sie atmen. Das Metall kühlt sich ab, die Nieten geben ein wenig nach, und ein tiefer Ton läuft von einem Ufer zum anderen, lange bevor der erste Zug kommt.',
      'Die Ingenieure haben dafür eine einfache Erklärung, sagen aber selbst, dass sie nicht alles erklärt. Jede Strebe schwingt für sich, und erst zusammen ergeben sie das, was die Anwohner seit hundert Jahren die Stimme der Brücke nennen.',
      'Als man sie sanieren wollte, gab es Protest, und zwar nicht wegen der Kosten. Man einigte sich darauf, jede dritte Niete zu behalten, damit der Klang, so gut es geht, erhalten bleibt.',
    ],
    menu: ['Startseite', 'Abonnieren', 'Anmelden'],
    footer: 'Impressum und Datenschutz.',
  },
  {
    language: 'fr',
    title: 'Le pain que l’on attend',
    paragraphs: [
      'Dans le village, on ne vend le pain qu’à partir de dix heures, parce que le boulanger refuse de presser la pâte. Les habitants attendent devant la porte, parlent du temps, de leurs enfants, et parfois de rien du tout.',
      'Le levain a l’âge de la maison, dit-on, et personne n’a jamais vu la recette, qui n’est écrite nulle part. Ce que l’on sait, c’est que la farine vient du moulin voisin, que l’eau est froide, et que le four est chauffé au bois.',
      'Un jour d’hiver, le four est resté éteint, et chacun a compris ce qu’il perdait. Depuis, quand la fumée monte au-dessus du toit, les gens sourient, même ceux qui n’achètent rien.',
    ],
    menu: ['Accueil', 'Newsletter', 'Se connecter'],
    footer: 'Mentions légales. Tous droits réservés.',
  },
  {
    language: 'es',
    title: 'El reloj que nadie repara',
    paragraphs: [
      'En la plaza del pueblo hay un reloj que se detuvo hace treinta años, a las cuatro y diez de una tarde de agosto. Desde entonces nadie lo ha reparado, aunque el ayuntamiento ha guardado el dinero, y el relojero tiene la pieza.',
      'Los vecinos dicen que así la plaza siempre está a la hora de la siesta, que es la mejor del día. Los niños aprenden a leer la hora en otro lugar, y los turistas, que llegan con prisa, se quedan mirando y se sientan.',
      'Una vez una maestra propuso arreglarlo, y hubo votación. Ganó el silencio por un solo voto, el suyo, porque al final, según contó, no quiso ser ella quien despertara al pueblo.',
    ],
    menu: ['Inicio', 'Suscríbete', 'Contacto'],
    footer: 'Aviso legal. Todos los derechos reservados.',
  },
  {
    language: 'ru',
    title: 'Письма с далёкой станции',
    paragraphs: [
      'На станции живут четыре человека, и раз в месяц к ним прилетает вертолёт, который привозит хлеб, книги и письма. Остальное время вокруг только снег, ветер и приборы, которые надо проверять каждые три часа, днём и ночью.',
      'Старший метеоролог пишет дочери каждый вечер, хотя отправить письмо нельзя. Он складывает листы в коробку, и когда вертолёт наконец прилетает, в ней лежит тридцать писем, похожих на одно длинное.',
      'Дочь читает их по одному в день, чтобы хватило до следующего рейса. Так они живут в одном времени, говорит она, только с разницей в месяц, и к этому, оказывается, можно привыкнуть.',
    ],
    menu: ['Главная', 'Подписка', 'Войти'],
    footer: 'Все права защищены. Пользовательское соглашение.',
  },
  {
    language: 'zh',
    title: '老茶馆的清晨',
    paragraphs: [
      '每天清晨五点，巷子尽头的老茶馆就开门了。炉子上的水还没有烧开，已经有几位老人坐在门口，一边等，一边说着昨天的事情。他们说的话不多，可是谁也不愿意先走，因为茶馆里的热气，比家里的更让人安心。',
      '掌柜今年七十二岁，从父亲手里接过这间茶馆，已经整整五十年了。他不用看钟，只听水的声音，就知道什么时候该放茶叶，什么时候该添柴火。有人劝他换成电炉，他笑了笑，说水会不高兴的。',
      '中午以前，客人慢慢散去，桌上留下一圈一圈的水印。掌柜一张一张地擦干净，再把椅子摆好，等着下午的第二拨客人。日子就这样过去，茶凉了，再续上，故事没讲完，明天接着讲。',
    ],
    menu: ['首页', '订阅', '登录'],
    footer: '版权所有。使用条款。',
  },
  {
    language: 'ja',
    title: '坂の上の本屋',
    paragraphs: [
      '港から続く長い坂を上りきったところに、小さな本屋がある。店の名前を知っている人は少ないが、窓から見える海のことは、町の誰もが知っている。本を買わない人も、息を整えるために、しばらく店の前に立ち止まる。',
      '店主は、客が何を探しているのかを、決して尋ねない。黙ってお茶を出し、棚の前に椅子を一つ置くだけだ。すると不思議なことに、客はたいてい、探していた本とは別の本を抱えて、坂を下りていくのだという。',
      '冬になると、坂は凍り、客は来なくなる。それでも店主は毎朝店を開け、海を見ながら、春に届く本の目録を作る。待つことも仕事のうちだと、彼は言う。坂の上では、時間もゆっくり上ってくるのだ。',
    ],
    menu: ['ホーム', '購読', 'ログイン'],
    footer: '無断転載を禁じます。利用規約。',
  },
  {
    language: 'ar',
    title: 'حكاية البئر القديمة',
    paragraphs: [
      'في وسط القرية بئر قديمة لا يعرف أحد من حفرها، ويقول الكبار إن ماءها لم ينقطع يومًا، حتى في السنة التي جفت فيها الأنهار. يجتمع الناس حولها كل مساء، لا ليشربوا فقط، بل ليسمع بعضهم أخبار بعض.',
      'وعندما وصلت أنابيب الماء إلى البيوت، ظن الجميع أن البئر ستُنسى، لكن ذلك لم يحدث. صار الأطفال يلعبون قربها، وصارت النساء يزرعن حولها النعناع، وبقي الرجال يجلسون على حافتها ويحكون القصص ذاتها.',
      'سأل طفل جدته ذات مرة: لماذا نأتي إلى هنا والماء في البيت؟ فأجابت، وهي تملأ الدلو كما كانت تفعل منذ ستين سنة: لأن الماء في البيت لا يعرف أسماءنا، أما هذه البئر فتعرفها كلها.',
    ],
    menu: ['الرئيسية', 'اشترك', 'تسجيل الدخول'],
    footer: 'جميع الحقوق محفوظة. سياسة الخصوصية.',
  },
]
