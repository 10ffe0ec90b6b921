"""What a person does on the pages, in a real browser."""

import os
import unittest

import driving
from driving import DESK, PHONE


PLACES = ["/", "/calendar", "/history", "/figures", "/chart?of=bench+press", "/review", "/more", "/memory",
          "/imports", "/settings", "/day/2026-11-21", "/nowhere", "/offline"]


class Case(unittest.TestCase):
    def home(self, *notes, **how):
        home = driving.Home(**how)
        self.addCleanup(home.end)
        home.note(*notes)
        return home.serve()

    def page(self, home, size=PHONE, **how):
        opened = driving.page(home, size, **how)
        page = opened.__enter__()
        self.addCleanup(opened.__exit__, None, None, None)
        return page

    def quiet(self, page):
        """Nothing was refused by the policy, nothing was missing, no script broke."""
        said = [line["message"] for line in page.driver.get_log("browser")
                if line["level"] == "SEVERE" and "net::ERR_CONNECTION_REFUSED" not in line["message"]]
        self.assertEqual(said, [])

    def fits(self, page):
        """Nobody has to scroll sideways."""
        wide = page.driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
        self.assertLessEqual(wide[0], wide[1], page.driver.current_url)


class Widths(Case):
    def test_every_page_fits_and_breaks_nothing(self):
        home = self.home("bench 75kg 5x5", "ran 5k in 25:30, qqxz 73", "벤치 80kg 5x5 힘들었다")
        for size, name in [(PHONE, "phone"), (DESK, "desk"), ((320, 640), "small")]:
            for language, dark in [("en", False), ("ko", True)]:
                page = self.page(home, size, language=language, dark=dark)
                for place in PLACES:
                    page.open(place)
                    self.fits(page)
                    self.assertTrue(page.text("h1"))
                    page.shot(f"{place.split('?')[0].strip('/').replace('/', '-') or 'today'}-{name}-{language}")
                said = [m for m in page.driver.get_log("browser")
                        if m["level"] == "SEVERE" and "/nowhere" not in m["message"]]
                self.assertEqual(said, [])


class Notes(Case):
    def test_log_mend_and_take_back(self):
        for size in [PHONE, DESK]:
            with self.subTest(size=size):
                home = self.home()
                page = self.page(home, size).open()
                page.sees("Nothing is noted yet")
                page.say("bench 80kg 5x5")
                page.sees("5 × 5 @ 80 kg", "#said")
                self.assertEqual(page.one(".box textarea").get_property("value"), "")
                page.sees("bench 80kg 5x5", "#noted")
                page.press("Change")
                page.one("#correction").send_keys("it was 85")
                page.press("Show the change")
                page.sees("80 → 85 kg", "#said")
                page.shot(f"preview-{size[0]}")
                page.press("Write it")
                page.sees("Corrected", "#said")
                page.press("Undo")
                page.sees("Taken back", "#said")
                page.sees("5 × 5 @ 80 kg", "#noted")
                self.fits(page)
                self.quiet(page)

    def test_a_figure_is_tapped_and_changed(self):
        for size, how in [(PHONE, {}), (DESK, {}), (PHONE, {"scripts": False})]:
            with self.subTest(size=size, **how):
                home = self.home()
                page = self.page(home, size, **how).open()
                page.say("bench 80kg 5x5, ran 5k in 25:30")
                page.sees("5 × 5 @ 80 kg", "#said")
                tap = "#said .tap:has(input[name*='weight'])"
                page.one(f"{tap} summary").click()
                page.shot(f"tapped-{size[0]}")
                self.fits(page)
                weight = page.one(f"{tap} input[name*='weight']")
                weight.clear()
                weight.send_keys("85")
                page.one(f"{tap} button").click()
                page.sees("80 → 85 kg", "#said")
                page.sees("5 × 5 @ 85 kg", "#noted")
                page.press("Undo")
                page.sees("5 × 5 @ 80 kg", "#noted")
                if not how:
                    self.quiet(page)

    def test_words_are_removed_for_good(self):
        home = self.home("bench 80kg 5x5, the code is granite-marble")
        page = self.page(home).open()
        page.one(".edit").click()
        page.shot("entry")
        page.press("Remove for good")
        page.sees("granite-marble")
        page.shot("forget")
        page.press("Leave it")
        page.sees("granite-marble")
        page.one(".edit").click()
        page.press("Remove for good").sees("Leave it")
        page.press("Remove for good")
        page.sees("Nothing is noted on this day")
        self.assertNotIn("granite", home.run("history"))

    def test_what_is_usual_stands_on_the_first_page(self):
        home = driving.Home()
        self.addCleanup(home.end)
        for day in ["2026-10-17", "2026-10-24", "2026-10-31", "2026-11-07", "2026-11-14"]:
            home.run("log", "--date", day, "bench 80kg 3x5, squat 100kg 3x5\nran 5k in 25:30")
        home.serve()
        for size in [PHONE, DESK]:
            for language in ["en", "ko"]:
                page = self.page(home, size, language=language).open()
                page.sees("3 × 5 @ 80 kg" if language == "en" else "80 kg", ".usual")
                page.shot(f"usual-{size[0]}-{language}")
                self.fits(page)

    def test_what_was_not_read_is_marked(self):
        page = self.page(self.home()).open()
        page.say("bench 80kg 5x5 qqxz 73")
        self.assertIn(page.text("#said mark"), "qqxz 73")
        page.shot("marked")

    def test_all_of_it_without_scripts(self):
        home = self.home()
        page = self.page(home, scripts=False).open()
        page.say("bench 80kg 5x5")
        page.sees("5 × 5 @ 80 kg", "#said")
        self.assertIn("/said/", page.driver.current_url)
        page.driver.refresh()
        page.sees("5 × 5 @ 80 kg", "#said")
        self.assertEqual(home.run("history").count("bench 80kg"), 1, "loaded again, written once")
        page.press("Undo")
        page.sees("Taken back", "#said")


class Questions(Case):
    def test_ask_wait_and_answer(self):
        for size in [PHONE, DESK]:
            with self.subTest(size=size):
                home = self.home("bench 85 3x5", "squat 100 5x5")
                page = self.page(home, size).open()
                page.say("how was it?")
                page.one("#said .ask")
                page.shot(f"asked-{size[0]}")
                page.open()
                page.press("how was it?")
                page.one("#said .options label").click()
                page.press("Answer")
                page.one("#said .answer")
                page.shot(f"answered-{size[0]}")
                page.one("#said .answer a").click()
                page.sees("bench 85 3x5")
                self.quiet(page)

    def test_a_chart_leads_to_its_days(self):
        home = driving.Home()
        self.addCleanup(home.end)
        for day, weight in [("2026-10-01", 70), ("2026-10-12", 75), ("2026-11-02", 80), ("2026-11-19", 82.5)]:
            home.run("log", "--date", day, f"bench {weight}kg 5x5")
        home.serve()
        for size in [PHONE, DESK]:
            page = self.page(home, size).open("/figures")
            page.press("Bench Press (Barbell)")
            self.assertEqual(len(page.all("svg.chart circle")), 4)
            page.shot(f"chart-{size[0]}")
            page.press("As a table")
            page.press("2026-11-02")
            page.sees("bench 80kg 5x5")
            self.quiet(page)


class Keyboard(Case):
    def test_a_note_needs_no_mouse(self):
        from selenium.webdriver.common.keys import Keys
        page = self.page(self.home(), DESK).open()
        # A browser moves the focus when it first paints, which may be after the page is loaded.
        page.until(lambda: page.driver.switch_to.active_element.get_attribute("name") == "text",
                   "one can type at once")
        page.driver.switch_to.active_element.send_keys("bench 80kg 5x5", Keys.ENTER)
        page.sees("5 × 5 @ 80 kg", "#said")
        page.driver.execute_script("document.activeElement.blur(); window.scrollTo(0, 0)")

    def test_what_is_filled_in_has_a_label(self):
        home = self.home("bench 80kg 5x5")
        page = self.page(home, DESK)
        for place in ["/", "/history", "/figures", "/more", "/memory", "/day/2026-11-21"]:
            page.open(place)
            bare = page.driver.execute_script(
                "return [...document.querySelectorAll('input:not([type=hidden]),textarea')]"
                ".filter(field => !field.labels.length).map(field => field.name)")
            self.assertEqual(bare, [], place)
            ids = page.driver.execute_script("return [...document.querySelectorAll('[id]')].map(e => e.id)")
            self.assertEqual(len(ids), len(set(ids)), place)


class Others(Case):
    def test_a_file_is_seen_and_brought_in(self):
        for size in [PHONE, DESK]:
            with self.subTest(size=size):
                home = self.home()
                file = home.folder / "notes.md"
                file.write_text("# 2026-11-10\nbench 80kg 5x5\n\n# 2026-11-12\nsquat 100kg 5x5\n")
                page = self.page(home, size).open("/imports")
                page.one("input[type=file]").send_keys(str(file))
                page.press("See what is in it")
                page.sees("2 entries would come in")
                page.shot(f"import-{size[0]}")
                page.press("Bring in all 2")
                page.sees("2 entries came in")
                self.assertIn("squat 100kg", home.run("history"))

    def test_units_and_language_are_changed(self):
        home = self.home()
        page = self.page(home).open("/settings")
        page.shot("settings")
        page.choose("units.mass", "pounds")
        page.press("Save", "section")
        page.until(lambda: page.chosen("units.mass") == "pounds", "pounds")
        page.open().say("bench 180 5x5")
        page.sees("180 lb", "#said")
        page.open("/settings").choose("language", "한국어")
        page.press("Save", "[action='/language']")
        page.sees("설정", "h1")
        page.open("/calendar").sees("2026년 11월", "h1")


    def test_the_text_of_a_day_is_edited(self):
        home = self.home("bench 80kg 5x5")
        page = self.page(home, DESK).open("/day/2026-11-21").press("As it is written")
        text = page.one("#raw")
        page.shot("edit")
        page.driver.execute_script("arguments[0].value = arguments[0].value.replace('80kg', '82.5kg')", text)
        page.press("Save")
        page.sees("82.5 kg")
        self.assertIn("82.5kg", home.run("history"))


class Accessibility(Case):
    """Axe over all pages, where `AXE` names its script (axe.min.js of the npm package axe-core)."""

    @unittest.skipUnless(os.environ.get("AXE"), "no AXE")
    def test_axe_finds_nothing(self):
        with open(os.environ["AXE"], encoding="utf-8") as file:
            axe = file.read()
        rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        home = self.home("bench 75kg 5x5", "squat 100 5x5", "ran 5k in 25:30, qqxz 73")
        for day in ["2026-10-24", "2026-10-31", "2026-11-07", "2026-11-14"]:
            home.run("log", "--date", day, "bench 80kg 3x5")

        def check(page, place):
            page.driver.execute_script(axe)
            found = page.driver.execute_async_script(
                "axe.run({runOnly: arguments[0]}).then(arguments[1])", rules)
            self.assertEqual([(place, one["id"], one["nodes"][0]["target"]) for one in found["violations"]], [])

        for size in [PHONE, DESK]:
            for dark in [False, True]:
                page = self.page(home, size, dark=dark)
                for place in PLACES:
                    page.open(place)
                    for details in page.all("details:not([open])"):
                        page.driver.execute_script("arguments[0].open = true", details)
                    check(page, place)
                page.open().one(".edit").click()
                check(page, "entry")
                page.press("Remove for good")
                check(page, "forget")
                for text, shown in [("bench 80kg 5x5, qqxz 73", ".logged"), ("heaviest bench?", ".answer"),
                                    ("how was it?", ".ask")]:
                    page.open().say(text)
                    page.one("#said " + shown)
                    check(page, text)


class Offline(Case):
    def test_a_note_typed_offline_is_sent_once(self):
        for size in [PHONE, DESK]:
            with self.subTest(size=size):
                home = self.home()
                page = self.page(home, size).open()
                page.until(lambda: page.driver.execute_script("return !!navigator.serviceWorker.controller"),
                           "a worker")
                home.stop()
                page.say("bench 80kg 5x5")
                page.sees("kept here", "body")
                page.shot(f"kept-{size[0]}")
                page.open()
                page.sees("There is no connection")
                page.say("squat 100kg 5x5")
                page.until(lambda: "2" in page.text("#queue"), "two notes wait")
                page.shot(f"offline-{size[0]}")
                home.serve()
                page.open()
                page.until(lambda: "squat" in page.text("#noted"), "what was typed")
                page.until(lambda: not page.one("#queue").is_displayed(), "nothing waits")
                told = home.run("history")
                self.assertEqual((told.count("bench 80kg"), told.count("squat 100kg")), (1, 1), told)


    def test_what_is_refused_comes_back_to_who_typed_it(self):
        home = self.home()
        page = self.page(home).open()
        page.until(lambda: page.driver.execute_script("return !!navigator.serviceWorker.controller"), "a worker")
        home.stop()
        page.say("doctor")
        page.sees("kept here", "body")
        home.serve()
        page.open()
        page.until(lambda: page.one(".box textarea").get_property("value") == "doctor", "the words")
        page.sees("could not be taken", "#queue")
        page.open()
        page.until(lambda: not page.one("#queue").is_displayed(), "nothing waits")


class SigningIn(Case):
    def test_the_token_is_asked_for_once(self):
        home = driving.Home()
        self.addCleanup(home.end)
        token = home.folder / "token"
        token.write_text("a-token-of-granite-and-marble\n")
        token.chmod(0o600)
        home.serve("--token-file", str(token))
        page = self.page(home).open("/calendar")
        page.sees("Sign in")
        page.shot("sign-in")
        page.one("#token").send_keys("wrong")
        page.press("Sign in")
        page.sees("That is not the token")
        page.one("#token").send_keys("a-token-of-granite-and-marble")
        page.press("Sign in")
        page.sees("November 2026")
        page.open().say("bench 80kg 5x5")
        page.sees("5 × 5 @ 80 kg", "#said")
        page.open("/more").press("Sign out")
        page.sees("Sign in")


if __name__ == "__main__":
    unittest.main()
