"""Buttons for first observations as the bank words them; what is expected was written by hand from the rules
each observation states."""

from __future__ import annotations

import pytest
from spade_env.offers import Offers, offers


def first(text: str) -> Offers:
    return offers(text, text)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        pytest.param(
            r"A ring of hooks at the map office turns by the same step each time. Take four things. Reply \boxed{n} for n turns. A turn ago: map ink border pencil island. This turn: ink border pencil island map. Needed: map.",
            "1|2|3|4",
            id="carousel: the number of turns, short of a full round, no thing of the ring",
        ),
        pytest.param(
            r"Two gauges of the dam wall move together. Send \boxed{set dam} to test, or name the driver, none or both. Meters 1 of 2: rock line. Notes: none.",
            "set rock|set line|rock|line|none|both",
            id="common_cause: the example names no gauge of this instance",
        ),
        pytest.param(
            r"Build the frame chain: each tile must match the open end. Write \boxed{6}, the other half of the tile. Open end: 4. Tiles: 5-8 4-1 8-3 4-3 5-9 8-7. 4 more to go.",
            "1|3",
            id="domino_chain: the other halves of the tiles that fit, not the words of the rule",
        ),
        pytest.param(
            r"Lay a domino chain for the leader; the halves that touch are alike. Reply \boxed{4}, the other half of the tile. Last half: 5. Hand: 7-8 7-6 4-3 8-8 6-4 5-1 1-2 5-6 8-9. To lay: 5.",
            "1|6",
            id="domino_chain: the end has another label",
        ),
        pytest.param(
            r"A juice show: each tile falls on another. Write \boxed{number} to push a first tile; the rest of its row follows. You reach: 5 8 18 19. 18 fells 10, 8 fells 12, 19 fells 15, 5 fells 20. Keep up 13. Next to fall: 3.",
            "5|8|18|19",
            id="domino_fall: the tiles within reach, not the words of the rule",
        ),
        pytest.param(
            r"The guide gets no current: parts are broken. Answer \boxed{rock} to measure, \boxed{fix rock} to renew it. In order: tin door hammer crack. Broken: 2. May be broken: tin door hammer.",
            "tin|door|hammer|crack|fix tin|fix door|fix hammer|fix crack",
            id="fault_hunt: a sentence with a colon is no list",
        ),
        pytest.param(
            r"Add words until the row at the tunnel works is its own mirror image. Write \boxed{level} to add a word, \boxed{undo} to take off. String: level - lamp - gate - hill - cord - cord - hill. Open end: right.",
            "level|lamp|gate|hill|cord|undo",
            id="mirror_row: a row with dashes between",
        ),
        pytest.param(
            r"Add words until the row at the pond lab is its own mirror image. Answer \boxed{left weed} to add a word, \boxed{undo} to take off. String: jar, crab, crab, jar, wall, weed, jar. Free end: left or right.",
            "left jar|left crab|left wall|left weed|right jar|right crab|right wall|right weed|undo",
            id="mirror_row: an end and a word",
        ),
        pytest.param(
            r"Play the teller. Take any number from one heap. Write \boxed{jar 1} to take 1 jar. Heaps: jar 2, bank 3. The last one wins.",
            "jar 1|jar 2|bank 1|bank 2|bank 3",
            id="nim_heaps: no more than a heap has",
        ),
        pytest.param(
            r"Play the teller. Take any number from one heap. Write \boxed{jar 1} to take 1 jar. Heaps: bank 1, bead 2. The last one wins.",
            "bank 1|bead 1|bead 2",
            id="nim_heaps: the heap of the example is not on the table",
        ),
        pytest.param(
            r"Each of these people owns one thing. Tell the pilot who owns what. Send \boxed{ole sky} for a pair. Unsettled: sky rope oil. Notes: ben: sky rope, dov: rope oil, ole: sky oil.",
            "ben sky|ben rope|ben oil|dov sky|dov rope|dov oil|ole sky|ole rope|ole oil",
            id="pairing_table: people from the table, things from the list",
        ),
        pytest.param(
            r"The captain has three wells for all numbered places. Reply \boxed{sun} to choose it. Numbers: what it waters. Free: lens 1 3 7, table 1 5 7, planet 1 5, clock 2 3 4. Dry: 1 2 3 4 5 6 7. Left: 3.",
            "lens|table|planet|clock",
            id="post_coverage: the sites that are free, whether the example is or not",
        ),
        pytest.param(
            r"Where an eater is gone, its food grows and then eats more. Send \boxed{name} of the one above it to take out. Pond 1 of 3: heron takes pike, pike takes perch, perch takes algae. Wanted: more perch.",
            "algae|heron|perch|pike",
            id="predator_pond: the first eater as well, which nothing eats",
        ),
        pytest.param(
            r"A radio cart at the dish field must reach its mark. From north it goes south. Answer \boxed{push} or a side such as \boxed{north}. Goal: 1 south and 1 west. You are: west.",
            "north|south|west|east|push",
            id="push_crate: all sides, also the one that is not named",
        ),
        pytest.param(
            r"Bring the crate of the grinder to the mark. From front it goes back. Write \boxed{push} or a side such as \boxed{left}. Goal: 2 back and 2 left. Your side: left.",
            "front|back|left|right|push",
            id="push_crate: the sides of a thing, not the ways of a map",
        ),
        pytest.param(
            r"At the wobble lab a gate opens to multiples of its number. Reply \boxed{1} to add a token. You have 3. Gates: 2 10 5. Bag: 6 7 5 3 2.",
            "6|7|5|3|2",
            id="remainder_gate: tokens are added, gates are not",
        ),
        pytest.param(
            r"Roll the cube to bring names above in order. A front roll turns back above. Send \boxed{front} or another. Cube: above ring, front sun, right chart, back top, left waist, below moon. Bring up: sun waist moon.",
            "front|back|left|right",
            id="roll_cube: 'another' is no reply",
        ),
        pytest.param(
            r"Roll the cube to bring names up in order. A front roll turns back up. Write \boxed{left} or another. Block: up sun, front magnet, right ring, back wind, left air, down gas. Wanted: wind air sun.",
            "front|back|left|right",
            id="roll_cube: up and down are faces, no ways to roll",
        ),
        pytest.param(
            r"Does a treatment make clover grow? Numbers are heights. Reply \boxed{letter} of the like untreated plot, then yes or no. Trial 1 of 2: tool windy early 17. Untreated: a windy early 14, b calm early 6, c calm late 14.",
            "a|b|c",
            id="seed_trial: a letter is asked for first",
        ),
        pytest.param(
            r"Move the arm as the student wants. It trades places with the arm's name. Write \boxed{ahead 2} or \boxed{back 1} to move. Row, back to ahead: fern air heart soil. Arm over: soil. Wanted: air then fern then heart.",
            "ahead 1|ahead 2|ahead 3|back 1|back 2|back 3",
            id="shelf_arm: as far as the row is long",
        ),
        pytest.param(
            r"Restack boxes, told from below. Only tops move. Answer \boxed{one two} to move from one. There are: one load, two finger bone, three empty. Goal: three bone load finger.",
            "one two|one three|two one|two three|three one|three two",
            id="stack_towers: from any stack to another",
        ),
        pytest.param(
            r"Find the culprit. Accuse only when one is left. Write \boxed{tall} to ask or \boxed{ole} to accuse. Crime 1 of 2. Suspects: ben short cat, max short watch, ole tall watch, ada tall cat.",
            "ben|max|ole|ada|short|tall|cat|watch",
            id="suspect_sheet: everybody, and every mark",
        ),
        pytest.param(
            r"Drive through 4 rows of gates; the money is just enough. Any lane may follow. Send \boxed{right} or another lane. Lane: left. Tolls: left 9, middle 3, right 8. Then: 8 2 5; 1 8 3; 9 4 2. Coins: 8.",
            "left|middle|right",
            id="toll_lanes: the middle lane too",
        ),
        pytest.param(
            r"Each train takes the first siding that is turned. Answer \boxed{spot} to turn it, \boxed{go} to send. Line: web straight, hen straight, shell straight. Coming: shell then hen.",
            "web|hen|shell|go",
            id="track_switches: the example is not on the line, go stands for itself",
        ),
        pytest.param(
            r"The driver plays one measure again and again, but leaves beats out. Put back the first missing beat: \boxed{hotel}. Tune: map, row, hotel, grid / row, hotel, grid / map, hotel.",
            "map|row|hotel|grid",
            id="missing_beat: measures between strokes",
        ),
        pytest.param(
            r"Hear 4 talks on the town in one day. Reply \boxed{name} of the next speaker. Times are start-end. Time 0. Heard 0 of 4. You can hear: ben 12-13, cleo 5-10, dov 4-6.",
            "ben|cleo|dov",
            id="talk_plan: names with their times",
        ),
        pytest.param(
            r"Mend the cloth of the scone kitchen: its pattern repeats. Say what the first ? is: \boxed{tin}. Row 1: oven heat cup oven heat. Row 2: powder tin powder tin powder. Row 3: ? ? cup oven ?. Row 4: powder tin ? tin ?.",
            "oven|heat|cup|powder|tin",
            id="weave_cloth: the threads of all rows, no gap",
        ),
        pytest.param(
            r"Build the columns of the shunter from below. Reply \boxed{right} or another column, lowest first. Picture: left track triple, middle yard slate, right train stack. So far: left empty, middle yard, right empty. Coming: track triple slate train stack.",
            "left|middle|right",
            id="drop_tokens: the middle column too",
        ),
        pytest.param(
            r"Visit rooms of the egg lab in order. Send \boxed{cup} to go there. Passages: syrup by shell, syrup by egg, shell by vinegar, egg by spoon. You are in: shell. Errands: spoon then shell then syrup.",
            "syrup|vinegar",
            id="key_rooms: the rooms beside one's own",
        ),
        pytest.param(
            r"The flask machine multiplies by one number and adds another. Reply \boxed{try 0}, or \boxed{21} to answer. Seen: nothing. You may try 0 to 1. Choices: 7 9 11. 0 of 3 answered. Now 4?",
            "try 0|try 1|7|9|11",
            id="linear_probe: tries and answers",
        ),
        pytest.param(
            r"The teacher sorts by a rule you can see. Reply \boxed{upper} or \boxed{lower}. No mistakes. Sorted: small new loaf, lower; big new loaf, upper; small old loaf, lower. To sort: big old centre.",
            "upper|lower",
            id="rule_bins: the two bins, nothing of what was sorted",
        ),
        pytest.param(
            r"Rank these for the scientist, heaviest first. Write \boxed{cloud camera} to compare, \boxed{cloud} to name. Unranked: camera cloud path. Known: path heavier cloud.",
            "camera cloud|camera path|cloud camera|cloud path|path camera|path cloud|camera|cloud|path",
            id="rank_ladder: pairs to compare and names",
        ),
        pytest.param(
            r"The sailor keeps a code. Decode one letter a turn. Send \boxed{a}. Table: b is a, a is b, e is e, o is l, l is o. Word: a l o. Text: none. Next: a.",
            "a|b|e|l|o",
            id="cipher_key: letters joined by a verb",
        ),
    ],
)
def test_buttons_of_a_first_observation(text, moves):
    assert first(text) == Offers(moves=tuple(moves.split("|")))


@pytest.mark.parametrize(
    ("text", "moves", "words"),
    [
        pytest.param(
            r"As the pair at the secret ink desk changes, so must yours. Reply \boxed{slim red lemon}. Example: thin blue brush turns into wide blue brush. Your thing: thin blue lemon.",
            "",
            "thin blue brush wide lemon",
            id="twin_marks: what the pair was and became, not the words between",
        ),
        pytest.param(
            r"As the pair at the silver bath changes, so must yours. Send \boxed{small black spoon}. Rows: tiny small big and black brown grey and cell silver spoon. Example: big black cell becomes tiny brown cell. In hand: tiny grey spoon.",
            "",
            "big black cell tiny brown small grey silver spoon",
            id="twin_marks: the words of the rows, no row as a whole",
        ),
        pytest.param(
            r"Find the owner of each thing from the dye garden. Answer \boxed{dov alum} for a pair. Open: alum cloth skein vat stick. Sheet: dov not cloth, una not skein, kai not skein vat, eva not alum, gus not stick.",
            "",
            "dov una kai eva gus alum cloth skein vat stick",
            id="pairing_table: too many pairs to list",
        ),
        pytest.param(
            r"You and the engineer take in turn from one heap at a time. Write \boxed{road 1} to take 1 road. Stacks: car 6, loop 6, road 5. The last one loses.",
            "",
            "car loop road 1 2 3 4 5 6",
            id="nim_heaps: too many moves to list",
        ),
        pytest.param(
            r"Rank these for the observer, tallest first. Send \boxed{planet world} to compare, \boxed{planet} to name. To rank: image night planet world year. Seen: image taller planet.",
            "image night planet world year",
            "image night planet world year",
            id="rank_ladder: names to press, pairs to build",
        ),
    ],
)
def test_longer_replies_are_built_from_pieces(text, moves, words):
    found = first(text)
    assert found.moves == tuple(moves.split())
    assert sorted(found.words) == sorted(words.split())


@pytest.mark.parametrize(
    "text",
    [
        r"The keeper has just enough fence for plots of these areas. Reply \boxed{6}, one side of the first plot. Fence left: 70. Plots: 12 20 24 18. Fence all four sides.",
        r"At the snow hut one coin weighs more. You never have luck. Answer \boxed{4}: coins on each pan. One of 23 is heavy. Weighings left: 3. A pan takes 13.",
        r"Find the piston number. Answer as \boxed{number}. The number is between 18 and 114.",
    ],
    ids=["area_fence", "coin_weigh", "number_range"],
)
def test_a_number_that_must_be_worked_out_is_typed(text):
    assert first(text) == Offers()


@pytest.mark.parametrize(
    ("start", "later", "moves"),
    [
        pytest.param(
            r"Reply \boxed{tall} to ask or \boxed{ben} to accuse. Round 1 of 2. Sheet: gus tall air, dov tall salt, ben round air.",
            "Yes. Round 1 of 2. Sheet: gus tall air.",
            "gus|tall|air",
            id="a table of one row is still a table",
        ),
        pytest.param(
            r"Choose three posts. Send \boxed{ring} to choose it. Possible: star 5, waist 1 2 4, ring 2 6.",
            "Placed. Possible: waist 1 2 4. Unseen: 3 6.",
            "waist",
            id="its one name, not its numbers",
        ),
        pytest.param(
            r"Answer \boxed{name} of the next speaker. Heard 0 of 4. You can hear: ben 0-3, cleo 8-15, eva 9-10.",
            "Time 7. Heard 3 of 4. You can hear: eva 9-10.",
            "eva",
            id="what is past is not offered again",
        ),
        pytest.param(
            r"Send \boxed{letter} of the like plot, then yes or no. Season 1 of 2: bird deep windy 5. Plain plots: a deep windy 5, b deep calm 11.",
            "Right. Season 1 of 2: bird 5, control 5. Over 1 apart counts: yes or no?",
            "yes|no",
            id="a question names its answers",
        ),
        pytest.param(
            r"Send \boxed{chart frame} to compare, \boxed{chart} to name. Left: chart clock frame table. Seen: clock older table.",
            "Right. Left: chart table. Seen: none.",
            "chart table|table chart|chart|table",
            id="what is left to name, not what is known of it",
        ),
        pytest.param(
            r"Answer \boxed{ole glass} for a pair. Unsettled: slit glass dog. Sheet: una: slit dog, ben: glass dog, ole: slit glass dog.",
            "Right. Unsettled: slit glass. Sheet: una: slit, ole: slit glass.",
            "una slit|una glass|ole slit|ole glass",
            id="a settled pair is gone from both lists",
        ),
        pytest.param(
            r"Send \boxed{signal} to open one. Map: s feeds a, a feeds b, s feeds c. Target: b. Reached: s.",
            "Open. Map: s feeds a, a feeds b, s feeds c. Target: b. Reached: s a.",
            "a|b|c",
            id="the source is not opened",
        ),
    ],
)
def test_the_first_observation_tells_how_to_read_the_latest(start, later, moves):
    assert offers(later, start).moves == tuple(moves.split("|"))
