// The texts that a run reads, and places in them.
//
// Sources owns every text for the whole run, so that views into a text stay valid and a diagnostic can show the line it
// talks about. All files are added before any thread reads them; from then on Sources is read-only and needs no lock.
// Lines and columns are 1-based; a column counts bytes, as editors' "goto" commands do. No I/O happens here.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace npuspec {

// Where something stands. line 0: the file as a whole; file 0: nowhere (a command line argument, say).
struct Place {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t col = 0;

  friend bool operator==(const Place&, const Place&) = default;
  friend auto operator<=>(const Place&, const Place&) = default;
};

class Sources {
 public:
  // Takes a text under the name to print for it. Returns its number, from 1.
  std::uint32_t add(std::string name, std::string text);

  std::uint32_t count() const { return static_cast<std::uint32_t>(files_.size()); }
  const std::string& name(std::uint32_t file) const;  // file in 1..count()
  std::string_view text(std::uint32_t file) const;    // file in 1..count()

  // One line without its end; empty when there is no such line.
  std::string_view line(Place at) const;

  // The place of a byte of a file's text.
  Place place(std::uint32_t file, std::size_t offset) const;

  // The byte at a place; the text's size when the place is past its end.
  std::size_t offset(Place at) const;

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<std::size_t> starts;  // of each line
  };
  std::deque<File> files_;
};

}  // namespace npuspec
