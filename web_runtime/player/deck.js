// Boards that a solver proved beatable, dealt easiest first.

const LEVELS = [
  { name: "Warm-up", most: 12 },
  { name: "Steady", most: 16 },
  { name: "Hard", most: 20 },
  { name: "Expert", most: Infinity },
];

export class Deck {
  /**
   * @param {{seed: number, turns: number, solution: string[]}[]} deals  fewest turns first
   * @param {() => Set<number>} won  seeds the visitor has won
   */
  constructor(deals, won) {
    this.deals = deals;
    this._won = won;
    this._bySeed = new Map(deals.map((deal) => [deal.seed, deal]));
  }

  get(seed) {
    return this._bySeed.get(seed) ?? null;
  }

  /** {name, from, to, deals, won} of every level that has boards. */
  levels() {
    const won = this._won();
    let least = 0;
    return LEVELS.map(({ name, most }) => {
      const deals = this.deals.filter((deal) => deal.turns > least && deal.turns <= most);
      least = most;
      return { name, deals, from: deals[0]?.turns, to: deals.at(-1)?.turns, won: deals.filter((deal) => won.has(deal.seed)).length };
    }).filter((level) => level.deals.length);
  }

  levelOf(seed) {
    return this.levels().findIndex((level) => level.deals.some((deal) => deal.seed === seed));
  }

  /** The easiest board not won yet, or the easiest of all. */
  first(deals = this.deals) {
    const won = this._won();
    return (deals.find((deal) => !won.has(deal.seed)) ?? deals[0]).seed;
  }

  /** The easiest board not won yet that is no easier than this one. */
  following(seed) {
    const place = this.deals.findIndex((deal) => deal.seed === seed);
    return this.first([...this.deals.slice(place + 1), ...this.deals.slice(0, place + 1)]);
  }

  /** Another board of the same level, by chance, one not won if there is any. */
  shuffle(seed) {
    const level = this.levels()[Math.max(0, this.levelOf(seed))];
    const won = this._won();
    const others = level.deals.filter((deal) => deal.seed !== seed);
    const fresh = others.filter((deal) => !won.has(deal.seed));
    const pool = fresh.length ? fresh : others.length ? others : level.deals;
    return pool[Math.floor(Math.random() * pool.length)].seed;
  }
}
